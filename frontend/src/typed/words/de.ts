// German words for the reader of typed times.
import { listOf, numbersOf, type Words } from '../words';

export const de: Words = {
  language: 'de',
  // sieben, fünfundzwanzig
  numbers: {
    ...numbersOf(
      'null ein/eins/eine/einen/einer zwei/zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
      'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
      (ten, one) => `${one}und${ten}`,
    ),
    hundert: 100,
    // fuenf, zwoelf: without a German keyboard
    fuenf: 5,
    zwoelf: 12,
    fuenfzehn: 15,
  },
  // um 7, gegen 7
  at: ['um', 'gegen', 'ab', 'so um', 'so gegen', 'so ab', 'so ca.', 'ca.'],
  // abends um 8
  of: ['um', 'gegen'],
  times: {
    // 7 Uhr, 19 Uhr 30, 19.30 Uhr, sieben Uhr dreißig
    '{h} uhr': 0,
    '{h} uhr {mh}': 0,
    '{h} uhr und {m} minuten': 0,
    '{h}(:|.| ){mm} uhr': 0,
    '{h}(:|.){mm} h': 0,
    'punkt {h}[ uhr]': 0,
    'schlag {h}[ uhr]': 0,
    // sieben dreißig
    '{h} {mw}': 0,
    // halb 8 is 7:30
    'halb {h}[ uhr]': -30,
    '1/2 {h}': -30,
    '½ {h}': -30,
    // Viertel nach 7, Viertel vor 8
    'viertel nach ({h}|{moment})': 15,
    'viertel vor ({h}|{moment})': -15,
    // viertel acht is 7:15, dreiviertel acht 7:45; viertel über and viertel ab 7 are 7:15, too
    'viertel {h}[ uhr]': -45,
    '(dreiviertel|drei viertel) {h}[ uhr]': -15,
    'viertel (über|ab) {h}': 15,
    // 10 nach 7, zehn vor acht, 20 Minuten vor 9; 5 vor halb 8 is 7:25
    '{m}[ (minuten|min)] nach {h}': 0,
    '{m}[ (minuten|min)] vor {h}': 'before',
    '{m} nach {clock}': 0,
    '{m} vor {clock}': 'before',
    // eine halbe Stunde vor 8, 20 min nach 7:30
    '{length} nach {clock}': 0,
    '{length} vor {clock}': 'before',
  },
  // Mittag, Mitternacht
  moments: { mittag: 720, mittags: 720, 'zwölf uhr mittags': 720, mitternacht: 1440 },
  parts: {
    // 6 Uhr früh, 6 in der Früh
    früh: [3, 10],
    frueh: [3, 10],
    frühmorgens: [3, 9],
    'in der früh': [3, 10],
    'am morgen': [4, 11],
    'am vormittag': [6, 12],
    'am mittag': [11, 14],
    'am nachmittag': [12, 18],
    'am abend': [17, 23],
    'in der nacht': [20, 29],
    // morgens um 6, 8 abends, 2 Uhr nachts
    morgens: [3, 11],
    vormittags: [6, 12],
    mittags: [11, 14],
    nachmittags: [12, 18],
    abends: [17, 23],
    nachts: [21, 29],
  },
  // heute Abend, morgen früh, Montag Nachmittag
  partsOfDays: {
    früh: [3, 10],
    frueh: [3, 10],
    morgen: [4, 11],
    vormittag: [6, 12],
    mittag: [11, 14],
    nachmittag: [12, 18],
    abend: [17, 23],
    nacht: [20, 29],
    'ganz früh': [3, 10],
    'sehr früh': [3, 10],
  },
  weekdays: {
    // Sonnabend is Saturday
    sat: ['sonnabend'],
  },
  months: [
    ['jänner', 'jaenner'],
    ['feber'],
    ['märz', 'maerz', 'mrz'],
    [],
    [],
    [],
    [],
    [],
    ['sept'],
  ],
  // am Montag
  on: ['am', 'an', 'den', 'für', 'am kommenden', 'diesen'],
  days: {
    '[am ]{d}. nächsten Monats': 'day of next month',
    'nächsten Monat[,][ am] {d}.': 'day of next month',
    // Heiligabend 18 Uhr, am Monatsletzten
    '[an ]Heiligabend': { month: 12, day: 24 },
    // übernächsten Freitag, Freitag übernächste Woche
    '[am ](übernächsten|übernächster) {day}': 'unknown',
    '[am ]{day} [in der ](übernächste|übernächster) Woche': 'week after next',
    '(übernächste|in der übernächsten) Woche[ am] {day}': 'week after next',
    '[an ]Silvester': { month: 12, day: 31 },
    '[an ]Neujahr': { month: 1, day: 1 },
    '[am ](1.|ersten|erster) (Weihnachtsfeiertag|Weihnachtstag)': { month: 12, day: 25 },
    '[am ](2.|zweiten|zweiter) (Weihnachtsfeiertag|Weihnachtstag)': { month: 12, day: 26 },
    '[(an|zu) ](Nikolaus|Nikolaustag)': { month: 12, day: 6 },
    '[am ]Valentinstag': { month: 2, day: 14 },
    // Their dates change.
    '(Weihnachten|Ostern|Ostersonntag|Ostermontag|Karfreitag|Pfingsten|Pfingstsonntag|Pfingstmontag|Muttertag|Rosenmontag)':
      'unknown',
    '[am |zum ](Monatsletzten|Monatsende)': 'end of month',
    // übermorgen, in 3 Tagen
    übermorgen: 2,
    uebermorgen: 2,
    '(überübermorgen|ueberuebermorgen)': 3,
    heut: 0,
    'in {n} {unit}': 0,
    'heute in {n} {unit}': 0,
    'in einer woche': 7,
    // nächsten Montag, kommenden Freitag, Montag in einer Woche
    '(nächsten|nächster|nächste|nächstes|naechsten|naechste) {day}': 'next',
    '[am ](kommenden|kommender) {day}': 'coming',
    '(diesen|dieser) {day}': 'coming',
    'nächste woche [am ]{day}': 'next week',
    '[am ]{day} nächste woche': 'next week',
    // am 24.
    'am {d}.': 'day of month',
    'den {d}.': 'day of month',
    // Dienstag, den 24.
    '[am ]{day}[,] [(den|der) ]{d}.': 'day of month',
  },
  // 24.
  ordinals: ['.'],
  dates: ['{d}. {month}', '{d}. {month} {year}', 'den {d}. {month}'],
  // Mo bis Fr
  to: ['bis', 'bis zum'],
  and: ['und', 'sowie', 'u.'],
  // 5 oder 6 Minuten, 7 nee doch 8
  or: listOf(`
    oder, oder doch, nein, nee, ne, nee doch, nein doch, doch, doch lieber, lieber, ach, ach nein, ach ne, ach quatsch, quatsch, sorry, ich meine,
    also, bzw, beziehungsweise, besser, oder lieber, statt, vielleicht, nicht, dann, dann nochmal, danach, danach nochmal, plus, und dann,
    äh, ähm, beziehungsweise, vielmehr
  `),
  limits: listOf(`
    vor, nach, bis, von, seit, zwischen, statt, anstatt, nicht, spätestens, frühestens, nicht vor, bis spätestens, ausser, nicht am, nicht um
  `),
  rhythms: {
    // jeden Tag außer Sonntag
    '[(jeden Tag|täglich|immer)[,] ](außer|bis auf) [(am|an|den) ]({day}|{days}|{day}s|{days}s)':
      'other days',
    '[(jeden Tag|täglich|immer)[,] ](außer|bis auf) [(am|das) ](wochenende|wochenenden)':
      'no weekend',
    // jeden Tag, täglich
    'jeden tag': 'daily',
    'alle tage': 'daily',
    '(täglich|taeglich|tgl)': 'daily',
    // jeden Morgen um 6
    'jeden {part}': 'daily',
    // wochentags, werktags, unter der Woche
    '(wochentags|werktags)': 'weekday',
    '[an ](werktagen|wochentagen|arbeitstagen)': 'weekday',
    'jeden (werktag|wochentag|arbeitstag)': 'weekday',
    'unter der woche': 'weekday',
    // am Wochenende
    '[am |jedes |an ](wochenende|wochenenden|we)': 'weekend',
    wochenends: 'weekend',
    // jeden Montag, montags, immer montags
    '(jeden|jede|immer|immer am) {day}': 'days',
    '(jeden|jede|immer|immer am) {days}': 'days',
    '[immer ]{day}s': 'days',
    '[immer ]{days}s': 'days',
    // freitagabends, jeden Samstagmorgen
    '[immer ]{day}{part}s': 'days',
    'jeden {day}{part}': 'days',
    // jeden zweiten Tag, alle zwei Tage, alle drei Tage
    '(jeden zweiten|jeden 2.) tag': 'every second day',
    'alle {n} tage': 'every n days',
    // jeden zweiten Montag, alle zwei Wochen montags, alle 2 Wochen am Montag
    '(jeden zweiten|jeden 2.) {day}': 'every second week',
    '(jede zweite|jede 2.) woche[ am][ {day}[s]]': 'every second week',
    'alle {n} wochen[ am][ {day}[s]]': 'every n weeks',
    'alle {n} wochen[ am] {days}[s]': 'every n weeks',
    '(vierzehntägig|14-tägig|alle 14 Tage|alle vierzehn Tage)[ am][ {day}[s]]': 'every second week',
    // jede Woche montags
    '(jede woche|wöchentlich)[ am] ({day}|{days})[s]': 'days',
    // dieses Wochenende
    '[am ](dieses|diesem|nächstes|nächsten|kommendes|kommenden) wochenende': 'unknown',
    // am ersten Montag im Monat, jeden ersten Montag, am letzten Freitag des Monats
    '[am |jeden ]{nth} {day} (im|des|jedes|eines jeden) (monat|monats)': 'nth day',
    'jeden {nth} {day}': 'nth day',
    // am 15. jedes Monats, jeden 15., am letzten Tag des Monats
    '[am |jeden ]{d}. (jedes|jeden|des|im) (monats|monat)': 'date',
    'jeden {d}.': 'date',
    // am 1. und 15. jeden Monats, jeden 1. und 15.
    '[am |jeden |immer am ]{d}. (und|u.|&) [am ]{d}. (jedes|jeden|des|im) (monats|monat)': 'date',
    'jeden {d}. (und|u.|&) {d}.': 'date',
    '[am |jeden ](ersten|monatsersten)[ (jedes|jeden|des|im) (monats|monat)]': 'first date',
    'monatlich am {d}.': 'date',
    '[am |jeweils am |jeden ]letzten tag (des|im|jedes) (monats|monat)': 'last date',
    'jeden (monatsletzten|letzten des monats)': 'last date',
    'immer am monatsletzten': 'last date',
    // jedes Jahr am 24. Dezember
    '(jedes jahr|jährlich)[ am] {date}': 'yearly',
    'jeden {date}': 'yearly',
  },
  // am ersten Montag
  nth: {
    ersten: 1,
    '1.': 1,
    zweiten: 2,
    '2.': 2,
    dritten: 3,
    '3.': 3,
    vierten: 4,
    '4.': 4,
    letzten: -1,
  },
  units: {
    hour: ['std', 'stunde', 'stunden', 'st', 'stündchen'],
    minute: ['min', 'minute', 'minuten', 'minütchen', 'minuterl', "'"],
    second: ['sek', 'sekunde', 'sekunden', '"', "''"],
    day: ['tagen'],
    week: ['woche', 'wochen'],
  },
  amounts: {
    // eine Stunde, eine halbe Stunde, anderthalb Stunden, dreiviertel Stunde
    '(ein|eine|einer|einem|ne|ner|nem|nen)': 1,
    '[(ein|eine|einer|ne|ner) ](halbe|halben|halb)': 0.5,
    anderthalb: 1.5,
    eineinhalb: 1.5,
    zweieinhalb: 2.5,
    dreieinhalb: 3.5,
    '{n}einhalb': 0.5,
    '[(ein|eine|einer|ne|ner) ](dreiviertel|drei viertel)': 0.75,
    '[(ein|eine|einer|ne|ner) ](viertel)': 0.25,
  },
  lengths: {
    // Viertelstunde, Dreiviertelstunde
    viertelstunde: 900,
    'eine viertelstunde': 900,
    'einer viertelstunde': 900,
    'ner viertelstunde': 900,
    'ne viertelstunde': 900,
    'ne dreiviertelstunde': 2700,
    'ner dreiviertelstunde': 2700,
    dreiviertelstunde: 2700,
    'eine dreiviertelstunde': 2700,
    'einer dreiviertelstunde': 2700,
  },
  // in 20 Minuten, nach einer Stunde
  whiles: [
    // in 5
    'in {n}',
    'in [(ungefähr|etwa|circa|ca.|rund|gut|knapp|guten|guter|einer guten) ]{length}',
    'nach {length}',
    '{length} später',
  ],
  // bis 19 Uhr
  until: ['bis', 'bis um'],
  // montags und freitags
  pluralDays: ['s', 'e'],
  small: listOf(`fast, beinahe, genau, pünktlich, 
      um, für, und, am, zum, zur, wecker, timer, in, den, die, das, wegen, an, uhr, à, je, jeweils, immer, etwa, ungefähr, ne
      gute, eine gute, ne knappe, eine knappe, gut, knapp
    `),
  // weck mich um 7, stell den Wecker auf 7
  orders: [
    ...['', 'stell ', 'stelle ', 'stell mir ', 'stelle mir ', 'mach ', 'mach mir '].flatMap(
      (verb) =>
        listOf(`
            wecker, den wecker, einen wecker, nen wecker, timer, einen timer, nen timer, einen alarm
          `).flatMap((device) => [verb + device, `${verb}${device} auf`]),
    ),
    ...listOf(`
      alarm, weck mich, weck mich auf, wecke mich, weck uns, wecken, erinnere mich, erinner mich, erinnere mich an, erinner mich
      an, erinnere mich daran, erinner mich daran, bitte, bitte mal
    `),
  ],
  verbs: listOf(`
      klingel, klingeln, klingle, stell, stelle, stell mir, mach, mach mir, ich muss
    `),
  // Wecker von 6:30 löschen
  refusals: listOf(`
    löschen, lösche, lösch, lösch den, lösche den, von löschen, abbrechen, aus, ausschalten, ausmachen, abschalten, stornieren, stoppen,
    entfernen, deaktivieren, abstellen, kein, keinen, doch nicht, kann weg, weg, nicht nötig, kannst du löschen, kannst du ausmachen, kann aus
  `),
  asked: listOf(
    `brauche keinen, brauch keinen, brauche kein, nicht nötig, unnötig, muss nicht, musst nicht, kurz vor, kurz nach, jeden zweiten, 2 mal, 3 mal, 4 mal, ohne Wecker`,
  ),
  timeWords: [
    ...listOf(
      'ändere, änder, verschieb, verschiebe, zweimal, dreimal, mal am Tag, pro Tag, am Tag, nicht, sondern, statt, anstatt, ausgenommen, kein Wecker, keinen Wecker, Stunde, Stunden, Minute, Minuten, seit',
    ),
    // 3. Advent
    ...listOf(`
      Advent, uhr, jeden, jede, jedes, jeder, alle, halb, halbe, viertel, dreiviertel, vor, werktags, täglich, taeglich,
      wöchentlich, monatlich, jährlich, stündlich, vierzehntägig, nächsten, nächste, nächster, nächstes, kommenden, kommende,
      letzten, woche, wochen, monat, monate, übermorgen, morgen, heute, gestern, mittag, mitternacht, anderthalb, abend, abends,
      morgens, nachts, früh, vormittag, nachmittag, wochenende, außer
    `),
  ],
  notTimes: [
    ...listOf(`
      Sekt, dass, denn, sondern, ans, halte, Start, Osten, außen, aussen, ändern, ändert, aufgenommen, sass, saß, ZDF, schlägt, schlug, nee, and
    `),
    ...listOf(
      'Julia, Julian, Juliane, Monika, Martin, Martina, alles, halbes, vierte, vierter, fünfte, vom, nachsehen, Eimer, MRT, Marc, Merz, Urs, black friday, erste, erster, erstes, zweite, zweiter, dritte, dritter, letzte, letzter, letztes, nicht vergessen, nicht verpassen, nicht zu spät, nicht verschlafen, Sprechstunde, Nachhilfestunde',
    ),
    // Common words that look like slips.
    ...listOf(`
      Stunden aufschreiben, Stunden eintragen, Stunden schreiben, Überstunden, Gang, Glanz, ganze, ganz, sehe, sehen, seh, sehr, Juna, Mertens, Zwerg, frei, Günter, Günther, tätig, Kommando, Kommunen, abb, drin, habe, hab, Stadt, unser, Euro, kleinen, nahm, mitnehmen, Kommentar, Mark, dienen, Schlaf, Status, Hals, Taten, Dieter, vorn,
      Dienst, Dienste, Hut, nackt, siegen, Sieger, Set, Sets, senden, Diesel, schlau, Student, Eisen, Mars, Staat, satt, Stich, Diener,
      Anstalt, Feder, Wache, eigen, Ken, Drang, jung, Jung, nah, Samsung, Mia, Mary, DVD, SMS, free, kennen, froh, stand,
      eng, frag, frage, schräg, DHL, DDR, Abs, vorm, trage, Zeiten, Marx, Judo, Sünde, Kommune, take, state, nächte, seht, nun,
      standen, unten, mittels, kommen, tages, ins, achten, abgenommen, angenommen, verschieden, ver, Zwang, Juden, andré, Anne
    `),
    ...listOf(`
      guten morgen, guten abend, gute nacht, abendessen, nachtschicht, mittagessen, frühschicht, monatskarte
    `),
    // They look like slips of other words.
    ...listOf(`
      Eier, Miete, Feier, Fieber, Feuer, Eis, Halle, halten, haben, tragen, Mitte
    `),
  ],
  wakes: listOf(
    'weck mich, wecke mich, weck uns, wecken, aufstehen, weck mich auf, geweckt werden',
  ),
  titles: ['Frau', 'Herr', 'Herrn', 'Familie', 'Dr.', 'Café'],
  counted: listOf(`Tablette, Pille, Kapsel, Dosis, Kilo, Pfund, Tasse, Zitrone, Glas, Apfel, 
    Tabletten, Pillen, Tropfen, Kapseln, Liegestütze, Liegestützen, Kniebeugen, Klimmzüge, Situps, Sit-ups, Runden, Bahnen, Eier, Seiten,
    Euro, Stück, Leute, Personen, Gäste, Kinder, Kisten, Karten, Pakete, Brötchen, Semmeln, Flaschen, Liter, Pizzen, Teile, Sätze, Wiederholungen,
    Burpees, Squats
  `),
};
