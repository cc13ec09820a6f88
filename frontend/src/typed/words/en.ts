// English words for the reader of typed times.
import { hourAnd, listOf, numbersOf, type Words } from '../words';

// seven, twenty-five, twenty five
const numbers = {
  ...numbersOf(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    'twenty thirty forty fifty sixty seventy eighty ninety',
    (ten, one) => `${ten}-${one}`,
  ),
  ...numbersOf(
    'zero one two three four five six seven eight nine',
    'twenty thirty forty fifty sixty seventy eighty ninety',
    (ten, one) => `${ten} ${one}`,
  ),
  'a hundred': 100,
  'one hundred': 100,
};

export const en: Words = {
  language: 'en',
  numbers,
  // at 7, by 7, around 7
  at: ['at', 'by', 'around', 'about', 'roughly', 'approx', 'circa', 'at around', 'at about'],
  times: {
    // 7 o'clock
    "{h} o'clock": 0,
    '{h} oclock': 0,
    // 7 hours 30 is not said; 0730 hours is
    '{h}:{mm} (hrs|hours)': 0,
    // seven thirty, seven oh five
    '{h} {mw}': 0,
    '{h}-{mw}': 0,
    '{h} oh {mw}': 0,
    '{h} o {mw}': 0,
    // 8 sharp, noon sharp
    '{h}[:{mm}] (sharp|on the dot)': 0,
    '{moment} (sharp|on the dot)': 0,
    // half past 7
    'half past ({h}|{moment})': 30,
    'half-past {h}': 30,
    // half 8: 8:30 in Britain, rarely 7:30
    'half {h}': [30, -30],
    // quarter past 7, a quarter after 7
    '[a ]quarter (past|after) ({h}|{moment})': 15,
    '[a ]quarter (to|till|til|before|of) ({h}|{moment})': -15,
    // 20 past 7, 20 minutes past 7, ten to midnight
    '{m}[ (minutes|mins|min)] (past|after) ({h}|{moment})': 0,
    '{m}[ (minutes|mins|min)] (to|till|til|before) ({h}|{moment})': 'before',
    // half an hour before 8, 20 min after 7:30
    '{length} (after|past) {clock}': 0,
    '{length} before {clock}': 'before',
  },
  // noon, midnight
  moments: { noon: 720, midday: 720, midnight: 1440 },
  parts: {
    // 7 in the morning
    'in the morning': [0, 11],
    'in the afternoon': [12, 17],
    'in the evening': [17, 23],
    // 11 at night, 2 at night
    'at night': [20, 28],
    'in the arvo': [12, 17],
    'of the morning': [0, 11],
    'in the night': [21, 28],
    // 12 noon, 12 midnight
    noon: [12, 12],
    midday: [12, 12],
    midnight: [24, 24],
  },
  // tomorrow morning, monday night
  partsOfDays: {
    morning: [4, 11],
    afternoon: [12, 17],
    evening: [17, 23],
    night: [18, 28],
    nite: [18, 28],
    arvo: [12, 17],
    early: [3, 10],
    'bright and early': [3, 10],
    'in the morning': [4, 11],
    'in the afternoon': [12, 17],
    'in the evening': [17, 23],
  },
  weekdays: {
    // tues, weds, thurs
    tue: ['tues'],
    wed: ['weds', 'wednes'],
    thu: ['thurs', 'thur'],
  },
  // sept
  months: [[], [], [], [], [], [], [], [], ['sept']],
  // on monday, this monday
  on: ['on', 'on the', 'for'],
  days: {
    '[on ]the {d} of next month': 'day of next month',
    'next month[,][ on] the {d}': 'day of next month',
    // christmas eve 8pm
    'christmas eve': { month: 12, day: 24 },
    '[(on|at) ](christmas|xmas|christmas day|xmas day)': { month: 12, day: 25 },
    '[on ]boxing day': { month: 12, day: 26 },
    '[(on|at) ]halloween': { month: 10, day: 31 },
    "[on ](valentine's|valentines)[ day]": { month: 2, day: 14 },
    "(new year's|new years) eve": { month: 12, day: 31 },
    "(new year's|new years|new year)[ day]": { month: 1, day: 1 },
    // Their dates change.
    "(easter|easter sunday|easter monday|good friday|thanksgiving|black friday|mother's day|father's day|eid|diwali|ramadan)":
      'unknown',
    // tonight at 8
    tonight: { in: 0, part: [18, 28] },
    'this morning': { in: 0, part: [4, 11] },
    'this afternoon': { in: 0, part: [12, 17] },
    'this evening': { in: 0, part: [17, 23] },
    // tomorrow, 7 tmrw
    tonite: { in: 0, part: [18, 28] },
    tmrw: 1,
    tmr: 1,
    tmrow: 1,
    tmw: 1,
    '2moro': 1,
    tomoz: 1,
    '2day': 0,
    'later today': 0,
    'this arvo': { in: 0, part: [12, 17] },
    'day after tomorrow': 2,
    'the day after tomorrow': 2,
    // in 3 days at 7
    'in {n} {unit}': 0,
    'in a week': 7,
    // next monday, monday next week
    '[on ]next {day}': 'next',
    '[on ]{day} next week': 'next week',
    'next week [on ]{day}': 'next week',
    '[on ]this [coming ]{day}': 'coming',
    '[on |this |the ]coming {day}': 'coming',
    '[on ]{day} (of this|this) week': 'this week',
    '[on ]{day} of next week': 'next week',
    '({day} week|a week on {day}|a week from {day}|{day} after next|the {day} after next|the following {day})':
      'unknown',
    // on the 24th
    'on the {d}': 'day of month',
    // the 15th at noon, tuesday the 24th, tues 24th
    'the {d}(st|nd|rd|th)': 'day of month',
    '[on ][the ]{day}[,] [the ]{d}(st|nd|rd|th)': 'day of month',
  },
  // 24th
  ordinals: ['st', 'nd', 'rd', 'th'],
  // 24th of december, the 24th of december
  dates: [
    // December 24
    '{month} {d}',
    '{month} {d}[,] {year}',
    '[the ]{d} of {month}',
    '[the ]{d} of {month} {year}',
    '{month} the {d}',
    'the {d} {month}',
  ],
  // mon to fri, mon through fri
  to: ['to', 'through', 'thru', 'till', 'until'],
  and: ['and', 'and a', 'n'],
  // 5 or 6 minutes, 7 no wait 8
  or: listOf(`
    then, then another, and then, and then another, another, plus, er, erm, um, uh, scratch that, correction, no make that, no make it, or, no, no wait, wait, actually, i mean, sorry, sorry i mean, make that, or rather, rather, oops, not, better, maybe, make it
  `),
  limits: listOf(`
      starting, starting from, as of, beginning, starting on, by no later than, before, after, until, till, til, between, from, since, past, not at, not on, instead of, not by, not before, no later than, earlier than, later than, lots of, sets of, rounds of, times, reps of
  `),
  otherDays: listOf(
    `christmas, xmas, halloween, valentine's, valentines, valentine's day, valentines day, new year's, new years, new year`,
  ),
  otherMonths: ['may', 'april', 'june', 'august'],
  rhythms: {
    // every day except friday, 7:00 daily except weekends
    '(every day|everyday|daily) but [on ]({day}|{days}|{day}s|{days}s)': 'other days',
    '[(every day|everyday|daily)[,] ](except|apart from|excluding|but not) [for ][on ]({day}|{days}|{day}s|{days}s)':
      'other days',
    '[(every day|everyday|daily)[,] ](except|apart from|excluding|but not) [for ][on ][the ](weekend|weekends)':
      'no weekend',
    // every day, 7 daily
    'every day': 'daily',
    everyday: 'daily',
    daily: 'daily',
    'each day': 'daily',
    'all days': 'daily',
    // every morning at 7
    '(every|each|every single) {part}': 'daily',
    '(every single day|all week|7 days a week|seven days a week)': 'daily',
    '(mornings|every morning|in the mornings)': { part: [4, 11] },
    '(afternoons|in the afternoons)': { part: [12, 17] },
    '(evenings|in the evenings)': { part: [17, 23] },
    '(nights|nightly|at nights)': { part: [18, 28] },
    // weekday mornings, Saturday mornings
    '[on |every ]weekday {part}[s]': 'weekday',
    '[on |every ]weekend {part}[s]': 'weekend',
    '[on |every ]{day} {part}s': 'days',
    'every {day} {part}': 'days',
    // mwf, m-f
    '(m-f|m to f|m thru f)': 'weekday',
    '(mwf|m/w/f|m,w,f|mon/wed/fri)': ['mon', 'wed', 'fri'],
    '(tth|t/th|tu/th|tuth|tu th)': ['tue', 'thu'],
    // this weekend
    '(this|next|the coming|this coming) weekend': 'unknown',
    // weekdays, every weekday
    '[on |all |every ](weekdays|workdays|work days|working days|business days)[ only]': 'weekday',
    '(weekday|wkdays|during the week|through the week)': 'weekday',
    'every (weekday|workday|working day|business day)': 'weekday',
    // weekends
    '[on |at |on the |at the ](weekend|weekends|wkend|wknd)': 'weekend',
    '(every|each|all) (weekend|weekends)': 'weekend',
    // every monday, every mon, wed
    '(every|each) {day}': 'days',
    '(every|each) {days}': 'days',
    // mondays, on mondays; mondays and fridays
    '[on |every ]{day}s': 'days',
    '[on |every ]{days}s': 'days',
    // on mondays and fridays: the first plural is enough
    // every other day, every second monday, every 2 weeks on monday
    'every (other|second|2nd) day': 'every second day',
    'every {n} days': 'every n days',
    'alternate {day}s': 'every second week',
    'alternate days': 'every second day',
    '(fortnightly|every fortnight)[ on][ {day}[s]]': 'every second week',
    'every (other|second|2nd) {day}': 'every second week',
    'every (other|second|2nd) week[ on][ {day}]': 'every second week',
    'every (other|second|2nd) week[ on] {days}': 'every second week',
    'every {n} weeks[ on][ {day}]': 'every n weeks',
    'every {n} weeks[ on] {days}': 'every n weeks',
    '(every week|weekly) on {day}[s]': 'days',
    '(every week|weekly) on {days}[s]': 'days',
    // the first monday of the month, every first monday
    '[on ][the |every ]{nth} {day} of (the|each|every|a) month': 'nth day',
    'every {nth} {day}': 'nth day',
    // the 15th of every month, monthly on the 15th, the last day of the month
    '[on ]the {d} of (each|every|the) month': 'date',
    'every month on the {d}': 'date',
    // the 1st and 15th of each month
    '[on ][the ]{d} (and|&|,) [the ]{d} of (the|each|every) month': 'date',
    'every month on the {d} (and|&|,) [the ]{d}': 'date',
    '(monthly|each month|once a month)[,] on the {d}': 'date',
    '(monthly|every month|each month|once a month)[,] on the {nth} {day}': 'nth day',
    '[on ][the ]{d} of (each|every) month': 'date',
    '[on ][the ]first (of|day of) (each|every|the) month': 'first date',
    '[on ][the ]last day of (the|each|every) month': 'last date',
    'every month on the last day': 'last date',
    // every year on december 24
    '(every year|annually|yearly)[ on[ the]] {date}': 'yearly',
    'every {date}': 'yearly',
  },
  // first monday
  nth: {
    first: 1,
    '1st': 1,
    second: 2,
    '2nd': 2,
    third: 3,
    '3rd': 3,
    fourth: 4,
    '4th': 4,
    last: -1,
  },
  units: {
    // 2 hrs, 20 mins, 90 secs
    hour: ['hr', 'hrs', 'hour', 'hours'],
    minute: ['min', 'mins', 'minute', 'minutes', "'"],
    second: ['sec', 'secs', 'second', 'seconds', '"', "''"],
    week: ['week', 'weeks'],
  },
  amounts: {
    // half an hour, half a minute, an hour, a minute, a quarter of an hour
    'half (an|a)': 0.5,
    half: 0.5,
    'a half': 0.5,
    '(an|a)': 1,
    '[a ]quarter (of )(an|a)': 0.25,
    'a quarter': 0.25,
    'three quarters of (an|a)': 0.75,
    '(an|one) and a half': 1.5,
    // 2 and a half hours
    '{n} and a half': 0.5,
    'a couple of': 2,
  },
  lengths: {
    'hour and a half': 5400,
    'hour and a quarter': 4500,
    'hour and half': 5400,
    'hr and a half': 5400,
    'min and a half': 90,
    // a minute twenty
    'a minute ten': 70,
    'a minute fifteen': 75,
    'a minute twenty': 80,
    'a minute thirty': 90,
    'a minute forty': 100,
    'a minute fifty': 110,
    'half hour': 1800,
    'half-hour': 1800,
    'quarter hour': 900,
    'minute and a half': 90,
    ...hourAnd('hour and', numbers, ['minutes', 'mins', 'min']),
  },
  less: ['less', 'minus'],
  // 1 hour and a half
  andParts: {
    'and a half': 0.5,
    'and half': 0.5,
    'and a quarter': 0.25,
    'and three quarters': 0.75,
  },
  // in 20 minutes, 20 minutes from now
  whiles: listOf(`
      in [(about|around|roughly|approx) ]{length}, {length} from now, after {length}, in {length} from now, {length} later, in {n}
    `),
  // until 19:00
  until: ['until', 'till', 'til', 'countdown to', 'count down to'],
  // wake me at 7 for gym
  pluralDays: ['s'],
  small: listOf(`nearly, almost, on the dot, 
      for, to, of, the, and, alarm, timer, it's, always, only, just, roughly, approx
    `),
  // wake me up at 7, remind me to …
  orders: [
    ...listOf(`
      set an alarm, set alarm, set a timer, set the alarm, set my alarm, set timer, set the timer, start a timer, timer for, alarm
      for, wake me, wake me up, wake us up, get me up, remind me, remind me to, remind me about, remind me of, remind me that,
      reminder to, tell me to, let me know, please, pls, plz, can you, could you, i'd like, actually, actually make it, make it, i need
      to, i have to
    `),
    ...listOf(`
      i need to be up, i want to wake up, i need waking, set me an alarm, set me a timer, set a reminder, set a reminder to, set a reminder for, ping me,
      nudge me, ping me to, nudge me to, give me a shout, i gotta, i've got to, i must, don't let me forget, don't let me forget to
    `),
  ],
  verbs: listOf('ring, beep, buzz, ping, wake, set, start, remind, notify, be up'),
  // cancel my 7am alarm
  refusals: listOf(`
    don't need, no need, not needed, no longer needed, you can cancel, you can delete, cancel, cancel my, cancel the, delete, delete my, delete the, remove, remove my, remove the, stop, stop my, turn off, turn off my,
    turn off the, no, no more, never mind, forget it, skip, skip my, snooze, off, disable, disable my, disable the
  `),
  asked: listOf(
    `no school, no work, no class, no need, don't need, dont need, needn't, without alarm, but this, but not, but next, 2 times, 3 times, 4 times, 5 times, 24/7, crack of dawn, first thing`,
  ),
  timeWords: [
    ...listOf(
      `mtwrf, mtwtf, twice, a day, per day, a week, starting, don't, dont, do not, not, except, instead of, rather than, no wait, hour, hours, minute, minutes, mins, fortnight, noonish`,
    ),
    ...listOf(`
      o'clock, every, each, half, quarter, past, daily, weekly, monthly, yearly, weekday, weekdays, weekend, weekends, morning,
      afternoon, evening, night, noon, midnight, tomorrow, today, tonight, yesterday, next, week, weeks, month, months, am, pm,
      fortnightly, biweekly, hourly
    `),
  ],
  counted: [
    'tablet',
    'pill',
    'dose',
    'capsule',
    'litre',
    'liter',
    'kilo',
    'cup',
    'lemon',
    'glass',
    'pint',
    'mile',
    'apple',
    'pound',
    '-s',
    'people',
    'children',
    'teeth',
    'feet',
  ],
  notTimes: [
    ...listOf(`
      earl, Judy, Wes, Augusta, other, others, though, through, thorough, flowing, flow, witness, singles, single, earnings, weakness, there, then, too, try, say, says, art, non, meaning, standing, throw, Chris, fly, alternative, set, sets, business, businesses, sharing, hundreds, mining,
      staying, seats, Christian, jury, thin, Jane, layer, string, Christians, ties, couples, stats, teen, butt, cock, laser, sits, sporting, stating, peer,
      starring, staring, thy, inn, alter, dot, sins, fur, junk, Marc, Marco, tan, coupled, toes, wit, marking, sung, sums, fist, fry, moss, marsh, manning, moms,
      monkey, monkeys, monk, mounting, skating, Sterling, stat, slept, swept, tubes, earning, Christmas party, parents evening, parents' evening, evening class,
      night out, date night, quiz night, movie night, games night, night feed, night light, morning after, bus, gas, class, tennis, yoga class, pilates, glass, chess,
      news, physics, maths, virus, bonus, business class, boss, kiss, dress, mass, Chris's, kids, guys, physios, times table, times tables, gymnastics, athletics, classics, darts,
      sports, drinks, Texas, Wales, series, Netflix, press-ups practice
    `),
    ...listOf(`
      don't forget, dont forget, do not forget, not forget, don't miss, don't be late, happy hour, office hours, rush hour, off, minute taking
    `),
    ...listOf('sun cream, sun lotion, sun screen, sun hat, sun bed, sat nav, sat phone, sat tv'),
    ...listOf(
      'black friday, click, quarter final, quarter finals, quarter pounder, half term, half day, half price, visiting hours, opening hours, Tess, Frida, Noor, Monty',
    ),
    ...listOf(`
      half marathon, night shift, good morning, good night, sundae, sunday school, sunday roast
    `),
    // They look like slips of other words.
    ...listOf(`
      court, boring, annual, back, thing, god, nice, sent, note, mine, moving, block, easier, eastern, latter, sees, sons, minds, weak, mini, pre, ever,
      match, pat, net, mouth, moon, weed, dairy, form, tree, ann, seat, tour, tours, seen, steven
    `),
  ],
  wakes: listOf('wake me, wake me up, wake us, wake us up, get me up, get up, wake up, waking up'),
  titles: ['mr', 'mrs', 'ms', 'miss', 'sir'],
};
