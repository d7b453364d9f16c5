import { listen } from './live.ts';
import { SharedStreams } from './shared-streams.ts';

const streams = new SharedStreams(listen);

addEventListener('connect', (event) => {
  if (!(event instanceof MessageEvent)) return;
  for (const port of event.ports) streams.connect(port);
});
