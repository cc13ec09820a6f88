// What the build and the server say of this worker. It stands in front of the script, so that a browser notices a change
// of any of it as a new worker.

declare const self: ServiceWorkerGlobalScope & { readonly build: WorkerBuild };

export interface WorkerBuild {
  /** The operator's setting: everything, only what it takes for push, or nothing. */
  readonly level: 'on' | 'push-only' | 'off';
  /** The file with the list of what a snapshot holds, named after its content. */
  readonly list: string;
  /** The version of the pages, in which the server fills in its settings. */
  readonly pages: string;
}

export const build = self.build;
