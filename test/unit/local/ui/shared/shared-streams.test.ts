import { expect, test } from 'vitest';
import { type FromWorker, SharedStreams } from '../../../../../local/ui/shared/shared-streams.ts';

/** A window by its port: what it received, and how it sends. */
function openWindow(streams: SharedStreams) {
  const heard: FromWorker[] = [];
  const tell = streams.connect({ postMessage: (passed) => void heard.push(passed) });
  return { heard, join: (join: string) => tell({ join, kinds: [] }), leave: () => tell({ leave: true }) };
}

/** The connections to the server: what each would pass on, and those that were stopped. */
function connections() {
  const opened: { path: string; pass: (data: string) => void }[] = [];
  const stopped: string[] = [];
  const streams = new SharedStreams((path, _kinds, hear) => {
    opened.push({ path, pass: (data) => hear({ path, kind: 'said', data }) });
    return () => void stopped.push(path);
  });
  return { streams, opened, stopped };
}

test('windows share one connection, and each is told once it misses nothing', () => {
  const { streams, opened } = connections();
  const [ana, ben] = [openWindow(streams), openWindow(streams)];
  ana.join('/events');
  opened[0]?.pass('before Ben');
  ben.join('/events');
  opened[0]?.pass('after');
  expect(opened).toHaveLength(1);
  expect(ana.heard).toMatchObject([{ stream: 'joined' }, { data: 'before Ben' }, { data: 'after' }]);
  expect(ben.heard).toMatchObject([{ stream: 'joined' }, { data: 'after' }]);
});

test('a window that left is told nothing more, and the last one to leave ends the connection', () => {
  const { streams, opened, stopped } = connections();
  const [ana, ben] = [openWindow(streams), openWindow(streams)];
  ana.join('/events');
  ben.join('/events');
  ana.leave();
  opened[0]?.pass('to Ben alone');
  expect(ana.heard).toHaveLength(1);
  expect(ben.heard).toHaveLength(2);
  expect(stopped).toEqual([]);
  ben.leave();
  expect(stopped).toEqual(['/events']);
});

test('streams are apart, and one that ended starts again for the next that listens', () => {
  const { streams, opened, stopped } = connections();
  const [ana, ben] = [openWindow(streams), openWindow(streams)];
  ana.join('/one');
  ben.join('/other');
  ben.leave();
  expect(stopped).toEqual(['/other']);
  const cora = openWindow(streams);
  cora.join('/other');
  expect(opened.map(({ path }) => path)).toEqual(['/one', '/other', '/other']);
});
