// Spanish words for the reader of typed times.
import { hourAnd, listOf, numbersOf, type Words } from '../words';

// siete, veinticinco, treinta y cinco
const numbers = {
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
};

export const es: Words = {
  language: 'es',
  numbers,
  // a las 7, a la una
  at: listOf(`
      a las, alas, a la, las, la, a eso de las, sobre las, desde las, como a las, tipo, tipo las, alrededor de las, cerca de las,
      para las
    `),
  times: {
    // 7 h, 7:30 h, 7 horas
    '{h} h': 0,
    '{h}:{mm} (h|hs|hrs|horas)': 0,
    '{h} hs': 0,
    '{h} (horas|hrs|hr)': 0,
    '{h} (en punto|clavadas|justas)': 0,
    '{moment} en punto': 0,
    // las siete treinta
    '{h} {mw}': 0,
    // las 7 y media, 7 y cuarto, las 7 y 20, 8 menos cuarto, 8 menos 10
    '{h} y media': 30,
    '{h} y cuarto': 15,
    // A slip of cuarto, rather than four minutes.
    '{h} y cuatro': [15, 4],
    '{h} y {m}[ (minutos|min)]': 0,
    '{h} menos cuarto': -15,
    '{h} menos cuatro': [-15, -4],
    '{h} menos {m}[ (minutos|min)]': 'before',
    // cuarto para las 8, 10 para las 8, faltan 10 para las 8
    '[(falta|faltan|faltando) ][(un|al) ]cuarto (para|pa) (las|la) {h}': -15,
    '[(falta|faltan|faltando) ]{m}[ (minutos|min)] (para|pa) (las|la) {h}': 'before',
    '{h} con {m}[ (minutos|min)]': 0,
    '{h} y tres cuartos': 45,
    // 10 para la medianoche, medianoche y cuarto
    '[(falta|faltan|faltando) ]{m}[ (minutos|min)] para [(el|la) ]{moment}': 'before',
    '[un ]cuarto para [(el|la) ]{moment}': -15,
    '{moment} y media': 30,
    '{moment} y cuarto': 15,
    '{moment} y {m}[ (minutos|min)]': 0,
    '{moment} menos cuarto': -15,
    '{moment} menos {m}[ (minutos|min)]': 'before',
  },
  rareTimes: ['{h} (horas|hrs|hr)'],
  // mediodía, medianoche
  moments: {
    mediodía: 720,
    'al mediodía': 720,
    'a mediodía': 720,
    'medio día': 720,
    'al medio día': 720,
    'a medio día': 720,
    'media noche': 1440,
    'a media noche': 1440,
    'a la media noche': 1440,
    medianoche: 1440,
    'a medianoche': 1440,
    'a la medianoche': 1440,
  },
  parts: {
    // 8 de la mañana, 3 de la tarde, 8 de la noche, 2 de la madrugada
    'por la mañana': [4, 11],
    'por la tarde': [12, 20],
    'por la noche': [19, 28],
    'en la mañana': [4, 11],
    'en la tarde': [12, 20],
    'en la noche': [19, 28],
  },
  // 8 de la mañana, 3 de la tarde
  partsBehind: {
    'de la mañana': [0, 11],
    'de la tarde': [12, 20],
    'de la noche': [19, 28],
    'de la madrugada': [0, 6],
    'dela mañana': [0, 11],
    'dela tarde': [12, 20],
    'dela noche': [19, 28],
    'de mañanita': [3, 9],
    'de la mañanita': [3, 9],
    'de la tardecita': [16, 20],
    'de noche': [19, 28],
    'a la noche': [19, 28],
    'a la tarde': [12, 20],
    'a la mañana': [4, 11],
    'del día': [11, 15],
    'de mediodía': [11, 15],
    'del mediodía': [11, 15],
    'de la medianoche': [24, 24],
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
    tempranito: [3, 10],
    'muy temprano': [3, 10],
    'bien temprano': [3, 10],
    noche: [19, 28],
    tarde: [12, 20],
    'de madrugada': [0, 6],
    'en la madrugada': [0, 6],
    'por la madrugada': [0, 6],
  },
  weekdays: {
    mon: ['lun'],
    wed: ['mierc', 'mié'],
    sun: ['dgo'],
  },
  months: [
    ['ene'],
    ['feb'],
    ['mar'],
    ['abr'],
    ['may'],
    ['jun'],
    ['jul'],
    ['ago'],
    ['sep', 'set', 'setiembre'],
    ['oct'],
    ['nov'],
    ['dic'],
  ],
  // el lunes
  on: ['el', 'del', 'para el', 'este', 'el día', 'día'],
  otherDays: ['mar', 'Navidad', 'Reyes', 'San Valentín', 'Año Nuevo'],
  days: {
    '[el ][día ]{d} del (mes que viene|próximo mes|mes próximo)': 'day of next month',
    'el mes que viene[,][ el][ día] {d}': 'day of next month',
    Nochebuena: { month: 12, day: 24 },
    Nochevieja: { month: 12, day: 31 },
    // Their dates change.
    '(Semana Santa|Domingo de Ramos|Jueves Santo|Viernes Santo|Pascua|Domingo de Pascua|Carnaval)':
      'unknown',
    '[el ]día (de la madre|del padre)': 'unknown',
    '[(el día de|en) ]Navidad': { month: 12, day: 25 },
    '[el día de ]San Valentín': { month: 2, day: 14 },
    '[el día de ]Reyes': { month: 1, day: 6 },
    '[(el día de|en) ]Año Nuevo': { month: 1, day: 1 },
    'el día de Reyes': { month: 1, day: 6 },
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
    '[el ]{day} de esta semana': 'this week',
    '[el ]{day} (siguiente|de la otra semana|de la semana siguiente)': 'unknown',
    '[el ]otro {day}': 'unknown',
    '[el ]{day} de la (próxima semana|semana que viene)': 'next week',
    'este {day}': 'coming',
    // el día 24, el 24, el lunes 30
    'el [día ]{d}': 'day of month',
    'día {d}': 'day of month',
    '[el ]{day}[,] [día ]{d}': 'day of month',
  },
  ordinals: ['º', 'o'],
  dates: ['{d} de {month}', '{d} de {month} de {year}', 'el {d} de {month}', 'el {d} {month}'],
  // lun a vie, de lunes a viernes
  to: ['a', 'al', 'hasta', 'hasta el'],
  and: ['y'],
  each: ['cada', 'todos los', 'los', 'el'],
  // 5 o 6 minutos, 9 digo 10
  or: listOf(`
    luego, y luego, y luego otros, luego otros, después, y después, más, y otros, perdona, bueno, que diga, corrijo, o, u, o mejor, mejor, no, digo, no digo, perdón, quiero decir, bueno no, espera, no espera, más bien, o sea, mejor dicho
  `),
  limits: listOf(`
      partir, partir de, partir del, a partir de, desde las, antes de, antes del, después de, después del, hasta, hasta el, entre, no, desde, desde el, en vez de, en lugar de, no antes de, menos
  `),
  rhythms: {
    // todos los días menos el lunes
    '[(todos los días|cada día|a diario)[,] ](menos|excepto|salvo|quitando) [(el|los) ]({day}|{days}|{day}s|{days}s)':
      'other days',
    '[(todos los días|cada día|a diario)[,] ](menos|excepto|salvo|quitando) [(el|los) ](fin de semana|fines de semana|finde|findes)':
      'no weekend',
    // cada día, todos los días, a diario
    '(cada día|todos los días|to los días|tos los días|toditos los días|día a día)': 'daily',
    'a diario': 'daily',
    diario: 'daily',
    diariamente: 'daily',
    // todas las mañanas, cada noche
    '(todas las|cada|por las|en las) (mañanas|mañana)': { part: [4, 11] },
    '(todas las|cada|por las|en las) (tardes|tarde)': { part: [12, 20] },
    '(todas las|cada|por las|en las) (noches|noche)': { part: [19, 28] },
    '(todas las|cada) (madrugadas|madrugada)': { part: [0, 6] },
    // entre semana, días laborables
    '(entre semana|entresemana)': 'weekday',
    '[de ](lu|L) (a|-) (vi|V)': 'weekday',
    '[(los|todos los) ]días (laborables|hábiles|de semana|de entre semana)': 'weekday',
    // fines de semana
    '[(los|el|todos los|cada) ](fin de semana|fines de semana|finde|findes)': 'weekend',
    // todos los lunes, cada lunes, los lunes, de lunes a viernes
    '(todos los|los|cada) {day}': 'days',
    '(todos los|los|cada) {day}s': 'days',
    sábados: ['sat'],
    domingos: ['sun'],
    '(todos los|los|cada|de|del) {days}': 'days',
    // cada dos días, un día sí y otro no, cada 3 días
    '[un ]día sí[,] [y] (otro|día|un día) no': 'every second day',
    'un día sí y otro no': 'every second day',
    '(días alternos|en días alternos)': 'every second day',
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
    'cada (quince|15) días[ (el|los)][ {day}]': 'every second week',
    'semana (sí|por medio)[,][ y] [(semana|otra) no][ (el|los)][ {day}]': 'every second week',
    // todas las semanas el lunes
    '(todas las semanas|cada semana|semanalmente) [(el|los) ]({day}|{days})': 'days',
    // este finde
    '[el ](este|próximo) (finde|fin de semana)[ que viene]': 'unknown',
    '[el ](finde|fin de semana) (que viene|próximo|siguiente)': 'unknown',
    '{day} alternos': 'every second week',
    // el primer lunes del mes, cada primer lunes
    '[el |cada ]{nth} {day} (del|de cada) mes': 'nth day',
    'cada {nth} {day}': 'nth day',
    // el 15 de cada mes, el último día del mes
    '(el |cada )[día ]{d} (de cada mes|del mes)': 'date',
    '(cada mes|todos los meses|mensualmente)[ el][ día] {d}': 'date',
    '(el|los) (día|días) {d} de (cada mes|todos los meses)': 'date',
    'una vez al mes[,] el [día ]{d}': 'date',
    'cada día {d}': 'date',
    // el 1 y el 15 de cada mes, los días 1 y 15
    '[el |los |cada ][(día|días) ]{d} y [el ][día ]{d} (de cada mes|del mes|de todos los meses)':
      'date',
    'los días {d} y {d}': 'date',
    '[el |cada |todos los ](primero|primer día|día primero|día 1º) (del|de|de cada) mes':
      'first date',
    '[el |cada |todos los ](último|últimos) (día|días) (del|de cada|de) mes': 'last date',
    'cada fin de mes': 'last date',
    // cada año el 24 de diciembre
    '(cada año|todos los años|anualmente)[ el] {date}': 'yearly',
    '(cada|todos los) {date}': 'yearly',
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
    hour: ['hora', 'horas', 'hs', 'hr', 'hrs', 'horita', 'horitas'],
    minute: ['min', 'mins', 'minuto', 'minutos', 'minutito', 'minutitos', "'"],
    second: ['seg', 'segs', 'segundo', 'segundos', 'segundito', 'segunditos', '"', "''"],
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
    'minuto y medio': 90,
    'hora y cuarto': 4500,
    'un cuarto de hora': 900,
    'cuarto de hora': 900,
    'tres cuartos de hora': 2700,
    '3 cuartos de hora': 2700,
    'media horita': 1800,
    'hora menos cuarto': 2700,
    ...hourAnd('hora y', numbers, ['minutos', 'min']),
    'la mitad de una hora': 1800,
    'mitad de hora': 1800,
  },
  // en 20 minutos, dentro de 20 minutos
  whiles: [
    // en 5
    '(en|dentro de) {n}',
    '(en|en cosa de|dentro de|de aquí a|de acá a|de acá en|después de|en unos|en como|en aproximadamente|dentro de unos) {length}',
  ],
  less: ['menos'],
  // hasta las 19
  until: ['hasta las', 'hasta la', 'hasta'],
  pluralDays: ['s'],
  small: listOf(`casi, poco menos de, 
      para, a, de, el, la, los, las, y, en, alarma, temporizador, pon, con, por, siempre, solo, aproximadamente, más o menos,
      como, unos, unas
    `),
  // despiértame a las 7, pon una alarma
  orders: [
    ...listOf(`
      ponme, poner, una alarma, un temporizador, un temporizador de, temporizador de, el despertador, despertador, despiértame,
      despertarme, despertarme a, recuérdame, recuérdame que, recordarme, avísame, timer, por favor
    `),
    ...listOf(`
      porfa, porfis, pon la alarma, pon una alarma, pon un temporizador, la alarma, alarma para, que suene, despertame, me despiertas,
      me despiertes, levántame, levantame, acuérdame, acuérdame de, acordame, acordame de, haceme acordar, hazme acordar, recordame, recuérdame de,
      avisame, me avisas, me recuerdas, necesito, tengo que, despertador para
    `),
  ],
  verbs: listOf('suena, sonar, avisa, avisar, acuerda, recuerda, empieza'),
  refusals: listOf(`
    puedes quitar, puedes apagar, ya no, ya no hace falta, no hace falta, quita, quitar, cancela, cancelar, borra, borrar, elimina, eliminar, apaga, apagar, desactiva, desactivar, anula, anular, no, para ya
  `),
  asked: listOf(
    `no hace falta, no hay que, no quiero, no necesito, no tengo que, no tienes que, no es necesario, sin alarma, ya no, tercer día, mitad, y pico, primera hora, última hora, al amanecer, lu, ju, vi`,
  ),
  timeWords: [
    ...listOf(`
      nunca, jamás, veces, al día, por día, por semana, no me, no despertar, no suene, no pongas, no nos, en vez de, en lugar de, hora, horas, minuto, minutos, cuartos, quincena, días, laborables, hábiles, día sí
    `),
    ...listOf(`
      todos, todas, cada, media, medio, cuarto, menos, noche, noches, tarde, tardes, madrugada, mediodía, medianoche, hoy, ayer,
      semana, semanas, mes, meses, año, próximo, próxima, siguiente, que viene, esta, mañana, mañanas, diario, semanal, mensual,
      anual, excepto, salvo, pasado, en punto
    `),
  ],
  wakes: listOf(
    'despiértame, despertame, despertarme, me despiertas, me despiertes, levántame, levantarme, levantarse, despertar, madrugar',
  ),
  titles: ['señor', 'sr', 'señora', 'sra', 'don', 'doña', 'santo', 'calle', 'plaza', 'colegio'],
  numbered: listOf(`
    bus, autobús, línea, tren, andén, vuelo, puerta, sala, aula, oficina, habitación, piso, bloque, capítulo, página, tomo, episodio, temporada,
    parte, etapa, lección, ejercicio, módulo, grupo, equipo, clase, número, nº, mesa, día, nivel, lote, ruta, canal, cap
  `),
  counted: [
    'pastilla',
    'comprimido',
    'tableta',
    'cápsula',
    'sobre',
    'dosis',
    'litro',
    'kilo',
    'taza',
    'limón',
    'barra',
    'vaso',
    'manzana',
    '-as',
    '-os',
    '-es',
    '-ins',
  ],
  notTimes: [
    ...listOf(`
      Valencia, actualmente, padres, madres, santos, Ramón, sabes, sabemos, sabido, sepa, ves, suele, salta, falsa, das, pre, orto, hará, ocurre, seas, entero, digas, seguimos, siguiendo, seguido, entró, abrió, aún, aun, tomo, tomó
    `),
    ...listOf(
      'la mañana, turno de mañana, turno mañana, no me olvide, no me olvido, hora punta, banco de horas, noche de cine',
    ),
    ...listOf(`
      buen, ben, Mari, Maru, ver, pasa, pasar, deja, dejar, mina, minas, mini, mire, viera, delta, juntas, junta, justa, debe, deba, Marta, martillo, todo, creo, aunque, cuenta, cuentas, Dios, sabe, cuanto, cuánto, nuevos, nuevas, medida, redes, malo, miles, pasando, sueño, Luna, pro,
      suena, entra, entran, saludos, James, Díaz, voces, cuadro, cuadros, jueces, juez, vías, falla, fallas, cerro, acero, Mark, pagado,
      pongan, ponga, manzana, manzanas, mesas, miel, judío, judías, Maya, vine, metió, euro, euros, saldo, set, sets, junior, salió, salgo, faltas,
      faltar, Marte, dominio, dominios, Marx, memes, temprana, Marc, mago, Quintana, pinto, falda, harta, monos, mono, vestidos, siente,
      vienen, verdes, quedando, laborales, revés, cerró, hables, vives, seguidos, seguros, nueva, mayor, ese, esa, dentista, cosas,
      más, gas, bus, compras, tenis, ensayos, mes, clases, deberes, gafas, lentes, judo, obras, crisis, dosis, análisis, gratis, paraguas, cumpleaños
    `),
    ...listOf(`
      hoja, buenos días, buenas noches, buenas tardes, turno de noche, media maratón, medio maratón, cuarto de baño
    `),
    // They look like slips of other words.
    ...listOf(`
      Luis, cine, mano, manos, hola, oro, salto, luces, junto, Marco, Mario, hojas, nieve, Tomás, Julia, más, mis, toros, circo,
      abrir, entrada
    `),
  ],
};
