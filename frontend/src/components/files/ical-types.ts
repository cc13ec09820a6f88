// The types of a calendar's parts: the library exports its classes in one object.
import type ICAL from 'ical.js';

export type Component = InstanceType<(typeof ICAL)['Component']>;
export type Duration = InstanceType<(typeof ICAL)['Duration']>;
export type Property = InstanceType<(typeof ICAL)['Property']>;
export type Recur = InstanceType<(typeof ICAL)['Recur']>;
export type Time = InstanceType<(typeof ICAL)['Time']>;
