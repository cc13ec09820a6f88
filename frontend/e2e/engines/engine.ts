// What the journeys need of a browser engine: an interface that two drivers implement.

import type { Point } from '../touch';

export interface Engine {
  readonly name: EngineName;
  /** The name and version that the browser reports. */
  readonly version: string;
  /** A browser profile with storage of its own. */
  newProfile(): Promise<Profile>;
  close(): Promise<void>;
}

export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** How a browser differs from a visitor's usual one. */
export interface EngineOptions {
  readonly display: string;
  /** The address of the sound server. */
  readonly soundServer: string;
  /** The time zone of the browser. */
  readonly zone?: string;
  /** Chromium: further arguments. */
  readonly arguments?: readonly string[];
  /** Firefox: preferences as in `about:config`. */
  readonly preferences?: Readonly<Record<string, boolean | number | string>>;
  /** Variables for the browser's process. */
  readonly environment?: NodeJS.ProcessEnv;
}

export interface Profile {
  /** Opens an empty tab in front of the others. */
  newTab(): Promise<RawTab>;
  /** The addresses of all tabs of the browser. */
  addresses(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The operations of a tab that differ between drivers. `Tab` is what journeys use. */
export interface RawTab {
  /** Opens an address; resolves when the page is loaded. */
  navigate(url: string): Promise<void>;
  /** Evaluates an expression, which may be a promise. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses the primary button of the mouse at a point of the viewport. */
  clickAt(x: number, y: number): Promise<void>;
  /**
   * Presses at the first point of the viewport, moves over the others, and releases: the button of the mouse or a finger.
   * WebKitGTK's driver has no fingers, so the page gets pointer events from a script there, where its styles keep a finger
   * from scrolling.
   */
  drag(pointer: 'mouse' | 'touch', points: readonly Point[]): Promise<void>;
  /** Presses and releases keys: single characters or names of `KeyboardEvent.key`. */
  press(...keys: readonly string[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** The window's content as a PNG file. */
  screenshot(): Promise<Buffer>;
  /** Brings the tab to the front, which hides the others. */
  show(): Promise<void>;
  close(): Promise<void>;
  /** Console messages, errors and policy violations since the tab was opened; null if the driver cannot tell. */
  problems(): Promise<readonly string[] | null>;
}
