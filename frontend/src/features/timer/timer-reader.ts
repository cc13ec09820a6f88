// What the timer page needs to read its line; loaded when the page is idle or the line is used.
export { lengthWords } from '../../i18n/typed-length';
export { typedTimer } from '../../i18n/typed-timer';
