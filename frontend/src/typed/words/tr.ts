// Turkish words for the reader of typed times.
import type { Words } from '../words';

export const tr: Words = {
  language: 'tr',
  // saat 7
  at: ['saat'],
  // gece yarısı
  moments: { öğlen: 720, 'gece yarısı': 1440 },
  parts: { sabah: [4, 11], öğlen: [11, 14], akşam: [16, 23], gece: [20, 29] },
  to: ['ile'],
  and: ['ve'],
  rhythms: {
    // günlük
    günlük: 'daily',
    hergün: 'daily',
    // haftaiçi
    haftaiçi: 'weekday',
    'iş günleri': 'weekday',
    // haftasonu
    haftasonu: 'weekend',
    // her pazartesi, pazartesileri
    'her {day}': 'days',
    '{day}(leri|ları)': 'days',
  },
  units: { hour: ['sa', 'saat'], minute: ['dk', 'dak', 'dakika'], second: ['sn', 'saniye'] },
  // 20 dakika sonra
  whiles: ['{length} sonra'],
  // 8'de, 8'e
  endings: ["'de", "'da", "'te", "'ta", "'e", "'a", "'ye", "'ya"],
  small: ['için', 've', 'de', 'da'],
  timeWords: [
    'her',
    'buçuk',
    'çeyrek',
    'yarım',
    'var',
    'geçe',
    'geçiyor',
    'kala',
    'hafta',
    'ay',
    'gelecek',
    'önümüzdeki',
    'haftaya',
    'akşam',
    'sabah',
    'gece',
    'öğleden sonra',
    'yarın',
  ],
};
