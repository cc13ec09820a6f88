// Constants of the build and the server. They are in front of the script, so that a browser treats a change of any of
// them as a new worker.

declare const self: ServiceWorkerGlobalScope & { readonly build: WorkerBuild };

export interface WorkerBuild {
  /** The operator's setting: everything, push only, or nothing. */
  readonly level: 'on' | 'push-only' | 'off';
  /** The file that lists the contents of a snapshot, named after its hash. */
  readonly list: string;
  /** The version of the pages, including the settings that the server fills in. */
  readonly pages: string;
}

export const build = self.build;
