// Values as they may stand in HTML, in a script element of data, and in XML.

/** Text or a quoted attribute's value. */
export function escaped(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );
}

/** Data for a script element, which nothing in it can end. */
export function dataScript(type: string, data: object, id?: string): string {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${text}</script>`;
}

/** The site's origin; the server fills it in, escaped for where it stands. */
export function originIn(context: 'html' | 'json' | 'xml' | 'text'): string {
  return `%%tokibako:${context}:origin%%`;
}
