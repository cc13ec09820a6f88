// The ids of the site's pages.

export type PageId = 'home' | ToolId | 'useful-tools' | 'privacy';
export type ToolId = 'stopwatch' | 'alarm' | 'timer' | 'digital-clock' | 'analog-clock';
