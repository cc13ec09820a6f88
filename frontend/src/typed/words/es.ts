// Spanish words for the reader of typed times.
import { listOf, numbersOf, type Words } from '../words';

export const es: Words = {
  language: 'es',
  // siete, veinticinco, treinta y cinco
  numbers: {
    ...numbersOf(
      'cero uno/una/un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
      'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
      (ten, one) => `${ten} y ${one}`,
    ),
    veintiuno: 21,
    veintiuna: 21,
    veintidós: 22,
    veintitrés: 23,
    veinticuatro: 24,
    veinticinco: 25,
    veintiséis: 26,
    veintisiete: 27,
    veintiocho: 28,
    veintinueve: 29,
    cien: 100,
  },
  // a las 7, a la una
  at: ['a las', 'alas', 'a la', 'las', 'la', 'a eso de las', 'sobre las', 'desde las'],
  times: {
    // 7 h, 7:30 h, 7 horas
    '{h} h': 0,
    '{h}:{mm} h': 0,
    '{h} en punto': 0,
    // las siete treinta
    '{h} {mw}': 0,
    // las 7 y media, 7 y cuarto, las 7 y 20, 8 menos cuarto, 8 menos 10
    '{h} y media': 30,
    '{h} y cuarto': 15,
    '{h} y {m}[ (minutos|min)]': 0,
    '{h} menos cuarto': -15,
    '{h} menos {m}[ (minutos|min)]': 'before',
    // cuarto para las 8, 10 para las 8, faltan 10 para las 8
    '[(falta|faltan|faltando) ][un ]cuarto para (las|la) {h}': -15,
    '[(falta|faltan|faltando) ]{m}[ (minutos|min)] para (las|la) {h}': 'before',
    // 10 para la medianoche, medianoche y cuarto
    '[(falta|faltan|faltando) ]{m}[ (minutos|min)] para [(el|la) ]{moment}': 'before',
    '[un ]cuarto para [(el|la) ]{moment}': -15,
    '{moment} y media': 30,
    '{moment} y cuarto': 15,
    '{moment} y {m}[ (minutos|min)]': 0,
    '{moment} menos cuarto': -15,
    '{moment} menos {m}[ (minutos|min)]': 'before',
  },
  // mediodía, medianoche
  moments: {
    mediodía: 720,
    'al mediodía': 720,
    'a mediodía': 720,
    medianoche: 1440,
    'a medianoche': 1440,
    'a la medianoche': 1440,
  },
  parts: {
    // 8 de la mañana, 3 de la tarde, 8 de la noche, 2 de la madrugada
    'de la mañana': [0, 11],
    'de la tarde': [12, 20],
    'de la noche': [19, 28],
    'de la madrugada': [0, 6],
    'del mediodía': [12, 14],
    'de la medianoche': [24, 24],
    'por la mañana': [4, 11],
    'por la tarde': [12, 20],
    'por la noche': [19, 28],
    'en la mañana': [4, 11],
    'en la tarde': [12, 20],
    'en la noche': [19, 28],
  },
  // mañana por la mañana, el lunes por la tarde
  partsOfDays: {
    'por la mañana': [4, 11],
    'por la tarde': [12, 20],
    'por la noche': [19, 28],
    'en la mañana': [4, 11],
    'en la tarde': [12, 20],
    'en la noche': [19, 28],
    'a la noche': [19, 28],
    'a la mañana': [4, 11],
    'a la tarde': [12, 20],
    temprano: [3, 10],
    noche: [19, 28],
  },
  // el lunes
  on: ['el', 'del', 'para el', 'este', 'el día', 'día'],
  days: {
    Nochebuena: { month: 12, day: 24 },
    Nochevieja: { month: 12, day: 31 },
    // esta noche a las 8, esta tarde, esta mañana, esta madrugada
    'esta noche': { in: 0, part: [19, 28] },
    'esta tarde': { in: 0, part: [12, 20] },
    'esta mañana': { in: 0, part: [4, 11] },
    'esta madrugada': { in: 0, part: [24, 30] },
    hoy: 0,
    'pasado mañana': 2,
    // en 3 días, dentro de una semana
    '(en|dentro de) {n} {unit}': 0,
    'en una semana': 7,
    'dentro de una semana': 7,
    // el próximo lunes, el lunes que viene
    '[el ]próximo {day}': 'next',
    '[el ]{day} próximo': 'next',
    '[el ]{day} que viene': 'next',
    '[el ]{day} de la (próxima semana|semana que viene)': 'next week',
    'este {day}': 'coming',
    // el día 24, el 24, el lunes 30
    'el [día ]{d}': 'day of month',
    '[el ]{day}[,] [día ]{d}': 'day of month',
  },
  ordinals: ['º', 'o'],
  dates: ['{d} de {month}', '{d} de {month} de {year}', 'el {d} de {month}', 'el {d} {month}'],
  // lun a vie, de lunes a viernes
  to: ['a', 'al', 'hasta', 'hasta el'],
  and: ['y'],
  // 5 o 6 minutos, 9 digo 10
  or: listOf(`
    o, u, o mejor, mejor, no, digo, no digo, perdón, quiero decir, bueno no, espera, no espera, más bien, o sea, mejor dicho
  `),
  limits: listOf(`
      partir, partir de, partir del, a partir de, desde las, antes de, antes del, después de, después del, hasta, hasta el, entre, no, desde, desde el, en vez de, en lugar de, no antes de, menos
  `),
  rhythms: {
    // todos los días menos el lunes
    '(todos los días|cada día|a diario) (menos|excepto|salvo|quitando) [(el|los) ]({day}|{days}|{day}s|{days}s)':
      'other days',
    // cada día, todos los días, a diario
    'cada día': 'daily',
    'todos los días': 'daily',
    'a diario': 'daily',
    diario: 'daily',
    diariamente: 'daily',
    // todas las mañanas, cada noche
    '(todas las|cada) (mañanas|tardes|noches|mañana|tarde|noche)': 'daily',
    // entre semana, días laborables
    'entre semana': 'weekday',
    '[(los|todos los) ]días (laborables|hábiles|de semana|de entre semana)': 'weekday',
    // fines de semana
    '[(los|el|todos los|cada) ](fin de semana|fines de semana|finde|findes)': 'weekend',
    // todos los lunes, cada lunes, los lunes, de lunes a viernes
    '(todos los|los|cada) {day}': 'days',
    '(todos los|los|cada) {day}s': 'days',
    '(todos los|los|cada|de|del) {days}': 'days',
    // cada dos días, un día sí y otro no, cada 3 días
    'un día sí y otro no': 'every second day',
    'día por medio': 'every second day',
    'cada {n} días': 'every n days',
    // cada dos semanas el lunes, cada dos lunes, lunes alternos
    'cada {n} semanas[ (el|los)][ {day}]': 'every n weeks',
    'cada {n} semanas[ (el|los)] {days}': 'every n weeks',
    'cada dos {day}': 'every second week',
    '[un ]{day} sí[,][ y] otro no': 'every second week',
    '[un ]{day} sí[,] {day} no': 'every second week',
    '{day} por medio': 'every second week',
    'cada segundo {day}': 'every second week',
    'cada quince días[ (el|los)][ {day}]': 'every second week',
    '{day} alternos': 'every second week',
    // el primer lunes del mes, cada primer lunes
    '[el |cada ]{nth} {day} (del|de cada) mes': 'nth day',
    'cada {nth} {day}': 'nth day',
    // el 15 de cada mes, el último día del mes
    '(el |cada )[día ]{d} (de cada mes|del mes)': 'date',
    'cada mes el {d}': 'date',
    'cada día {d}': 'date',
    '[el ](primero|primer día) (del|de cada) mes': 'first date',
    '[el ]último día (del|de cada) mes': 'last date',
    // cada año el 24 de diciembre
    '(cada año|todos los años)[ el] {date}': 'yearly',
  },
  // el primer lunes
  nth: {
    primer: 1,
    primero: 1,
    segundo: 2,
    tercer: 3,
    tercero: 3,
    cuarto: 4,
    último: -1,
  },
  units: {
    hour: ['hora', 'horas'],
    minute: ['min', 'minuto', 'minutos', 'minutitos', "'"],
    second: ['seg', 'segundo', 'segundos', '"', "''"],
    day: ['día', 'días'],
    week: ['semana', 'semanas'],
  },
  amounts: {
    // una hora, media hora, un cuarto de hora, hora y media
    '(un|una)': 1,
    media: 0.5,
    medio: 0.5,
    '[un ]cuarto de': 0.25,
    '(tres|3) cuartos de': 0.75,
    '[un ]par de': 2,
  },
  // 1 hora y media
  andParts: { 'y media': 0.5, 'y medio': 0.5, 'y cuarto': 0.25, 'y un cuarto': 0.25 },
  lengths: {
    'hora y media': 5400,
    'hora y cuarto': 4500,
    'un cuarto de hora': 900,
    'cuarto de hora': 900,
    'tres cuartos de hora': 2700,
    '3 cuartos de hora': 2700,
  },
  // en 20 minutos, dentro de 20 minutos
  whiles: ['(en|dentro de|de aquí a|después de) {length}'],
  // hasta las 19
  until: ['hasta las', 'hasta la', 'hasta'],
  pluralDays: ['s'],
  small: [
    'para',
    'a',
    'de',
    'el',
    'la',
    'los',
    'las',
    'y',
    'en',
    'alarma',
    'temporizador',
    'pon',
    'con',
    'por',
  ],
  // despiértame a las 7, pon una alarma
  orders: [
    'ponme',
    'poner',
    'una alarma',
    'un temporizador',
    'un temporizador de',
    'temporizador de',
    'el despertador',
    'despertador',
    'despiértame',
    'despertarme',
    'despertarme a',
    'recuérdame',
    'recuérdame que',
    'recordarme',
    'avísame',
    'timer',
    'por favor',
  ],
  refusals: listOf(`
    quita, quitar, cancela, cancelar, borra, borrar, elimina, eliminar, apaga, apagar, desactiva, desactivar, anula, anular, no, para ya
  `),
  timeWords: [
    ...listOf(`
      veces, al día, por día, por semana, no me, no despertar, no suene, no pongas, no nos, en vez de, en lugar de, hora, horas, minuto, minutos, cuartos, quincena
    `),
    'todos',
    'todas',
    'cada',
    'media',
    'medio',
    'cuarto',
    'menos',
    'noche',
    'noches',
    'tarde',
    'tardes',
    'madrugada',
    'mediodía',
    'medianoche',
    'hoy',
    'ayer',
    'semana',
    'semanas',
    'mes',
    'meses',
    'año',
    'próximo',
    'próxima',
    'siguiente',
    'que viene',
    'esta',
    'mañana',
    'mañanas',
    'diario',
    'semanal',
    'mensual',
    'anual',
    'excepto',
    'salvo',
    'pasado',
    'en punto',
  ],
  notTimes: [
    ...listOf('no me olvide, no me olvido, hora punta, banco de horas'),
    'buenos días',
    'buenas noches',
    'buenas tardes',
    'turno de noche',
    'media maratón',
    'medio maratón',
    'cuarto de baño',
    // They look like slips of other words.
    'Luis',
    'cine',
    'mano',
    'manos',
    'hola',
    'oro',
    'salto',
    'luces',
    'junto',
    'Marco',
    'Mario',
    'hojas',
    'nieve',
    'Tomás',
    'Julia',
    'más',
    'mis',
    'toros',
    'circo',
    'abrir',
    'entrada',
  ],
};
