// What the alarm page needs to read its line; loaded when the page is idle or the line is used.
export { alarmWords, typedAlarm } from '../../i18n/typed-alarm';
