// Components get the configuration as placeholders during the build, and from the page in a browser.
import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { siteConfigPlaceholders } from '../prerender/markup';
import type * as SiteConfigModule from './site-config';

let siteConfig: typeof SiteConfigModule;

beforeEach(async () => {
  vi.resetModules();
  siteConfig = await import('./site-config');
});

function OperatorLine() {
  const { operator } = siteConfig.useSiteConfig();
  return (
    <p>
      <a href={`${operator.url}/en`}>{operator.name}</a>
    </p>
  );
}

test('rendering keeps the placeholders of a built page', () => {
  siteConfig.takeSiteConfig(siteConfigPlaceholders('html'));
  expect(renderToString(<OperatorLine />)).toBe(
    '<p><a href="%%tokibako:html:operator.url%%/en">%%tokibako:html:operator.name%%</a></p>',
  );
});

test('in a browser the configuration is read from the page', () => {
  const filled = JSON.stringify(siteConfigPlaceholders('json'))
    .replace('%%tokibako:json:operator.name%%', 'A \\u0026 B \\"Time\\"')
    .replace('%%tokibako:json:operator.url%%', 'https://operator.example');
  const element = document.createElement('script');
  element.id = siteConfig.siteConfigElement;
  element.type = 'application/json';
  element.textContent = filled;
  document.body.append(element);

  render(<OperatorLine />);
  expect(screen.getByRole('link', { name: 'A & B "Time"' })).toHaveAttribute(
    'href',
    'https://operator.example/en',
  );
});
