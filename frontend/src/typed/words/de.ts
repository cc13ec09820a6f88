// German words for the reader of typed times.
import type { Words } from '../words';

export const de: Words = {
  language: 'de',
  // um 7, gegen 7
  at: ['um', 'gegen'],
  times: {
    // 7 Uhr, 19 Uhr 30, 19.30 Uhr
    '{h} uhr': 0,
    '{h} uhr {m}': 0,
    '{h}(:|.){mm} uhr': 0,
    // halb 8
    'halb {h}': -30,
  },
  // Mittag, Mitternacht
  moments: { mitternacht: 1440 },
  parts: {
    // 6 Uhr früh
    früh: [3, 10],
    // 12 Uhr mittags
    mittags: [11, 14],
    // 2 Uhr nachts
    nachts: [21, 29],
  },
  // heute Abend
  partsOfDays: {
    früh: [3, 10],
    vormittag: [8, 12],
    mittag: [11, 14],
    nachmittag: [12, 18],
    abend: [17, 23],
    nacht: [20, 29],
  },
  // am Montag
  on: ['am'],
  to: ['bis'],
  and: ['und'],
  // 24.
  ordinals: ['.'],
  rhythms: {
    // jeden Tag
    'jeden tag': 'daily',
    'alle tage': 'daily',
    // wochentags
    wochentags: 'weekday',
    'unter der woche': 'weekday',
    // am Wochenende
    '[am ]wochenende': 'weekend',
    // jeden Montag, montags
    'jeden {day}': 'days',
    '{day}s': 'days',
  },
  units: {
    hour: ['std', 'stunde', 'stunden'],
    minute: ['min', 'minute', 'minuten'],
    second: ['sek', 'sekunde', 'sekunden'],
  },
  // in 20 Minuten
  whiles: ['in {length}'],
  until: ['bis'],
  small: ['um', 'für', 'und', 'am'],
  timeWords: [
    'uhr',
    'jeden',
    'jede',
    'jedes',
    'alle',
    'halb',
    'viertel',
    'dreiviertel',
    'vor',
    'nach',
    'werktags',
    'täglich',
    'wöchentlich',
    'monatlich',
    'nächsten',
    'nächste',
    'nächster',
    'kommenden',
    'woche',
    'wochen',
    'übermorgen',
    'morgen',
    'heute',
    'mittag',
    'mitternacht',
    'anderthalb',
  ],
};
