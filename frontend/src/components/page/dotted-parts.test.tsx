// The last part of a dotted line, and no last part.
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DottedParts } from './dotted-parts';

test.each([
  ['nothing', false, 2],
  ['a button', <button key="one" type="button" />, 3],
])('a line of two parts that ends with %s', (_, last, count) => {
  const { container } = render(
    <DottedParts parts={['Thu', 'in 31 days']}>{[false, last]}</DottedParts>,
  );
  expect(container.querySelectorAll('span > span > span')).toHaveLength(count);
});
