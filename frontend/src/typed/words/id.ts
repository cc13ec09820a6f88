// Indonesian words for the reader of typed times.
import type { Words } from '../words';

export const id: Words = {
  language: 'id',
  // jam 7, pukul 7
  at: ['jam', 'pukul'],
  // tengah malam
  moments: { 'tengah hari': 720, 'tengah malam': 1440 },
  parts: { pagi: [0, 10], siang: [10, 15], sore: [14, 18], malam: [18, 27] },
  on: ['hari'],
  to: ['sampai', 'hingga'],
  and: ['dan'],
  rhythms: {
    // tiap hari
    'tiap hari': 'daily',
    harian: 'daily',
    // hari kerja
    '[setiap ]hari kerja': 'weekday',
    // akhir pekan
    '[setiap ]akhir pekan': 'weekend',
    // setiap Senin
    '(setiap|tiap)[ hari] {day}': 'days',
  },
  units: { hour: ['jam'], minute: ['mnt', 'menit'], second: ['dtk', 'detik'] },
  // dalam 20 menit, 20 menit lagi
  whiles: ['dalam {length}', '{length} lagi'],
  until: ['sampai jam', 'sampai'],
  small: ['untuk', 'dan', 'di'],
  timeWords: [
    'setiap',
    'tiap',
    'setengah',
    'seperempat',
    'kurang',
    'lewat',
    'lebih',
    'malam ini',
    'nanti',
    'minggu',
    'pekan',
    'bulan',
    'depan',
    'besok',
    'lusa',
    'jam',
    'pukul',
  ],
};
