// The three designs of the analog face. A dial's radius is 100.
import { baton, marksAt, tapered, weighted, type HandShape, type Mark } from './dial-drawing';

export const analogThemes = ['classic', 'modern', 'minimal'] as const;
export type AnalogTheme = (typeof analogThemes)[number];

/** How a design is drawn at one size. */
export interface FaceDesign {
  readonly marks: readonly Mark[];
  readonly numbers: {
    readonly shown: readonly number[];
    readonly distance: number;
    readonly size: number;
    readonly weight: number;
  } | null;
  readonly hands: {
    readonly hour: HandShape;
    readonly minute: HandShape;
    readonly second: HandShape;
  };
  /** Radii of the centre pin: outside, and the hole. */
  readonly pin: { readonly outer: number; readonly inner: number };
}

interface Face {
  /** The second hand moves once a second; otherwise it sweeps. */
  readonly secondSteps: boolean;
  readonly large: FaceDesign;
  readonly small: FaceDesign;
}

const twelve = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const quarters = [3, 6, 9, 12];

export const faces: Record<AnalogTheme, Face> = {
  classic: {
    secondSteps: true,
    large: {
      marks: [marksAt(1, 94.5, 97.5, 0.7, { soft: true, without: 5 }), marksAt(5, 91, 97.5, 1.7)],
      numbers: { shown: twelve, distance: 79, size: 16.5, weight: 400 },
      hands: {
        hour: tapered(48, 14, 5.4, 3.8),
        minute: tapered(68, 16, 4.1, 2.6),
        second: weighted(69.5, 27, 1.2, 3.2, 13),
      },
      pin: { outer: 3.6, inner: 1 },
    },
    small: {
      marks: [marksAt(5, 93, 98, 2.2)],
      numbers: { shown: twelve, distance: 78, size: 20.5, weight: 400 },
      hands: {
        hour: tapered(42, 14, 7.4, 5.6),
        minute: tapered(63, 16, 5.6, 4),
        second: weighted(64, 26, 2.2, 4.6, 13),
      },
      pin: { outer: 5.4, inner: 0 },
    },
  },
  modern: {
    secondSteps: false,
    large: {
      marks: [
        marksAt(1, 94.5, 97.5, 0.8, { soft: true, without: 5 }),
        marksAt(5, 84, 97.5, 3, { without: 15 }),
      ],
      // They do not touch the marks beside 12 and 6.
      numbers: { shown: quarters, distance: 81, size: 25, weight: 500 },
      hands: {
        hour: baton(45, 0, 6.4),
        minute: baton(69, 0, 4.6),
        second: weighted(71, 24, 1.5, 1.5, 4),
      },
      pin: { outer: 5.4, inner: 2 },
    },
    small: {
      marks: [marksAt(5, 86, 98, 3.6, { without: 15 })],
      numbers: { shown: quarters, distance: 83, size: 29, weight: 500 },
      hands: {
        hour: baton(42, 0, 8.4),
        minute: baton(63, 0, 6.2),
        second: weighted(66, 24, 2.4, 2.4, 4),
      },
      pin: { outer: 7, inner: 2.6 },
    },
  },
  minimal: {
    secondSteps: false,
    large: {
      marks: [marksAt(15, 90, 98, 1.4)],
      numbers: null,
      hands: {
        hour: baton(52, 0, 2.6),
        minute: baton(83, 0, 1.7),
        second: baton(86, 18, 1.1),
      },
      pin: { outer: 2.6, inner: 0 },
    },
    small: {
      marks: [marksAt(15, 88, 98, 2.6)],
      numbers: null,
      hands: {
        hour: baton(50, 0, 4.4),
        minute: baton(80, 0, 3),
        second: baton(84, 20, 2),
      },
      pin: { outer: 4.6, inner: 0 },
    },
  },
};
