// The words below the clocks: what the pages can do, and how the faces are drawn.
import type { Note } from '../../components/page/notes';

export const digitalFeatures: readonly Note[] = [
  { title: 'digitalClock.accuracyTitle', text: 'digitalClock.accuracyText' },
  { title: 'digitalClock.worldTitle', text: 'digitalClock.worldText' },
  { title: 'digitalClock.weatherTitle', text: 'digitalClock.weatherText', ofWeather: true },
  { title: 'digitalClock.customTitle', text: 'digitalClock.customText' },
];

export const analogFeatures: readonly Note[] = [
  { title: 'analogClock.classicTitle', text: 'analogClock.classicText' },
  { title: 'analogClock.worldTitle', text: 'analogClock.worldText' },
  { title: 'analogClock.weatherTitle', text: 'analogClock.weatherText', ofWeather: true },
  { title: 'analogClock.customTitle', text: 'analogClock.customText' },
];

export const analogDesign: readonly Note[] = [
  { title: 'analogClock.visibilityTitle', text: 'analogClock.visibilityText' },
  { title: 'analogClock.smoothTitle', text: 'analogClock.smoothText' },
  { title: 'analogClock.dualTitle', text: 'analogClock.dualText' },
  { title: 'analogClock.responsiveTitle', text: 'analogClock.responsiveText' },
];
