// A pause between two pieces of long work, in which the browser can paint and answer.

/** Goes on in a task of its own; a hidden tab does not wait for it either, as it would for a timer. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
