// Messages between the open tabs of this site: BroadcastChannel, or storage events where it is missing.

type Listener = (message: unknown) => void;

interface Envelope {
  readonly topic: string;
  readonly message: unknown;
}

const channelName = 'tokibako';
const listeners = new Map<string, Set<Listener>>();
let send: ((envelope: Envelope) => void) | null = null;

/** Tells all other tabs; this one does not hear itself. */
export function announceToTabs(topic: string, message: unknown): void {
  open()({ topic, message });
}

/** Hears what other tabs announce on a topic, until the returned function is called. */
export function onTabMessage(topic: string, listener: Listener): () => void {
  open();
  const heard = listeners.get(topic) ?? new Set();
  listeners.set(topic, heard.add(listener));
  return () => {
    heard.delete(listener);
  };
}

function open(): (envelope: Envelope) => void {
  send ??= typeof BroadcastChannel === 'function' ? overBroadcast() : overStorage();
  return send;
}

function deliver({ topic, message }: Envelope): void {
  listeners.get(topic)?.forEach((listener) => {
    listener(message);
  });
}

function overBroadcast(): (envelope: Envelope) => void {
  let channel: BroadcastChannel | null = null;
  const join = () => {
    channel ??= new BroadcastChannel(channelName);
    channel.onmessage = (event: MessageEvent<Envelope>) => {
      deliver(event.data);
    };
  };
  join();
  // A message to a page in the back/forward cache would throw it out of there.
  window.addEventListener('pagehide', () => {
    channel?.close();
    channel = null;
  });
  window.addEventListener('pageshow', join);
  return (envelope) => channel?.postMessage(envelope);
}

function overStorage(): (envelope: Envelope) => void {
  window.addEventListener('storage', (event) => {
    if (event.key === channelName && event.newValue !== null) {
      deliver((JSON.parse(event.newValue) as { envelope: Envelope }).envelope);
    }
  });
  return (envelope) => {
    try {
      // The event fires only when the value changes, hence the random mark.
      localStorage.setItem(channelName, JSON.stringify({ mark: Math.random(), envelope }));
      localStorage.removeItem(channelName);
    } catch {
      // Neither channel nor storage: this tab is alone.
    }
  };
}
