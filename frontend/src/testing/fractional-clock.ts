// Setup of every test file: fake clocks have fractions of a millisecond, as those of browsers do, and no two readings of
// them are equal.
import { vi } from 'vitest';

const fakeTimers = vi.useFakeTimers.bind(vi);

vi.useFakeTimers = (config) => {
  fakeTimers(config);
  const whole = performance.now.bind(performance);
  let readings = 370;
  performance.now = () => {
    readings += 1;
    return whole() + readings / 1_000;
  };
  return vi;
};
