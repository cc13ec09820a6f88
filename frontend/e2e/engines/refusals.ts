// What browsers refuse or lack: scripts that take it from a page before its own scripts run.

const denied = `new DOMException('The operation is insecure.', 'SecurityError')`;

/** A property of an object, which is own or inherited, becomes another one. */
function replaced(object: string, property: string, descriptor: string): string {
  return `Object.defineProperty(${object}, '${property}', { configurable: true, ${descriptor} });`;
}

function throwing(object: string, property: string): string {
  return replaced(object, property, `get() { throw ${denied}; }`);
}

function missing(object: string, property: string): string {
  return `delete ${object}.${property}; if ('${property}' in ${object}) ${replaced(object, property, 'value: undefined')}`;
}

function rejecting(prototype: string, ...methods: readonly string[]): string {
  return methods
    .map((method) => `${prototype}.prototype.${method} = () => Promise.reject(${denied});`)
    .join('');
}

const refusedChannel = replaced(
  'window',
  'BroadcastChannel',
  `value: function () { throw ${denied}; }`,
);
const refusedDatabases = `IDBFactory.prototype.open = IDBFactory.prototype.deleteDatabase = () => { throw ${denied}; };`;
const refusedCaches = rejecting('CacheStorage', 'open', 'match', 'keys', 'has', 'delete');
const refusedLocks = rejecting('LockManager', 'request', 'query');
const refusedWorkers = rejecting(
  'ServiceWorkerContainer',
  'register',
  'getRegistration',
  'getRegistrations',
);

/** The storage of a site, each part by itself and all at once, as browsers block it. */
export const blocked = {
  'localStorage that throws': throwing('window', 'localStorage'),
  'a BroadcastChannel that throws': refusedChannel,
  'IndexedDB that throws': refusedDatabases,
  'caches that reject': refusedCaches,
  'locks that reject': refusedLocks,
  'service workers that reject': refusedWorkers,
  'all storage blocked': [
    throwing('window', 'localStorage'),
    throwing('window', 'sessionStorage'),
    refusedChannel,
    refusedDatabases,
    refusedCaches,
    refusedLocks,
    refusedWorkers,
  ].join(''),
} as const;

/** What older and restricted browsers do not have. */
export const lacking = {
  'no Web Locks': missing('Navigator.prototype', 'locks'),
  'no BroadcastChannel': missing('window', 'BroadcastChannel'),
  'no IndexedDB': missing('window', 'indexedDB'),
  'no service worker and no caches':
    missing('Navigator.prototype', 'serviceWorker') + missing('window', 'caches'),
  'no AudioContext': missing('window', 'AudioContext'),
  'no notifications and no push':
    missing('window', 'Notification') + missing('window', 'PushManager'),
} as const;
