import { openStream } from './event-stream.ts';

/** The stream that this shared worker is named after, passed on to all windows. A browser ends the worker with the last of them. */
const [path = '', ...kinds] = self.name.split(' ');
const windows = new BroadcastChannel(path);
openStream(path, kinds, (message) => windows.postMessage(message));
