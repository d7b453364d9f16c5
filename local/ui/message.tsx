import { memo } from 'react';
import { asString, type JsonObject } from '../slack/payload/json.ts';
import { sampleApp, slackbotId } from '../slack/workspace/sample-workspace.ts';
import { Avatar } from './avatar.tsx';
import { Blocks, Mrkdwn, now, SurfaceContext } from './blocks/index.ts';

import { useReader } from './reader.ts';
import { useMessageSurface } from './surfaces.ts';
import { clockOf, momentOf } from './time.ts';
import type { Message } from './workspace-view.ts';

interface Props {
  readonly message: Message;
  readonly author: string;
  /** Whether it continues a message of the same author, and thus shows no name. */
  readonly continues: boolean;
  /** Number of replies in its thread that everybody sees. */
  readonly replies: number;
  readonly marked: boolean;
  readonly notice: string | undefined;
  readonly onThread: ((root: string) => void) | undefined;
  readonly onInspect: ((message: Message) => void) | undefined;
}

/** A message as Slack shows it to its reader. Rerendered only when it changes. */
export const MessageRow = memo(function MessageRow(props: Props) {
  const { message, author, continues, replies, marked, notice, onThread, onInspect } = props;
  const { person } = useReader();
  const { ts, user, secret, threadTs, isBroadcast } = message;
  const byApp = user === sampleApp.userId || user === slackbotId;
  const clock = clockOf(ts, person.tz);
  const time = (words: string) => (
    <time dateTime={new Date(Number(ts) * 1000).toISOString()} title={momentOf(ts, person.tz, now())}>
      {words}
    </time>
  );
  return (
    <article
      className="message"
      data-secret={secret || undefined}
      data-continues={continues || undefined}
      data-marked={marked || undefined}
      data-ts={ts}
      tabIndex={-1}
      aria-label={`${author}, ${clock}`}
    >
      {secret && (
        <p className="secret">
          <span aria-hidden="true">👁 </span>Only visible to you
        </p>
      )}
      {continues ? (
        <span className="gutter">{time(clock.replace(/ [AP]M$/, ''))}</span>
      ) : (
        <Avatar id={user} name={author} />
      )}
      <div className="said">
        {!continues && (
          <p className="by">
            <strong>{author}</strong>
            {byApp && <span className="app">APP</span>}
            {time(clock)}
          </p>
        )}
        {isBroadcast && threadTs && onThread && (
          <p className="replied">
            replied to{' '}
            <button type="button" onClick={() => onThread(threadTs)}>
              a thread
            </button>
          </p>
        )}
        <Content message={message} />
        {notice && (
          <p className="trouble" role="alert">
            {notice}
          </p>
        )}
        {replies > 0 && (
          <button type="button" className="replies" onClick={() => onThread?.(ts)}>
            {replies === 1 ? '1 reply' : `${replies} replies`}
          </button>
        )}
      </div>
      <div className="about">
        {onThread && !secret && (
          <button type="button" onClick={() => onThread(ts)}>
            Reply in thread
          </button>
        )}
        {onInspect && (
          <button type="button" onClick={() => onInspect(message)}>
            Show trace
          </button>
        )}
      </div>
    </article>
  );
});

function Content({ message }: Pick<Props, 'message'>) {
  const surface = useMessageSurface(message);
  const { text, blocks, files, user } = message;
  // Slackbot edits its own messages in place, which needs no mark.
  const edited = message.edited && user !== slackbotId;
  const mark = edited ? <span className="edited"> (edited)</span> : undefined;
  return (
    <SurfaceContext value={surface}>
      {blocks.length > 0 ? (
        <Blocks blocks={blocks} mark={mark} />
      ) : (
        text && (
          <div className="text">
            <Mrkdwn text={text} />
            {mark}
          </div>
        )
      )}
      <Files files={files} />
    </SurfaceContext>
  );
}

function Files({ files }: { files: readonly JsonObject[] }) {
  return files.map(({ id, name, title, size }) => (
    <div className="file" key={asString(id)}>
      <a href={`/files/${asString(id)}`} download={asString(name)}>
        {asString(title) || asString(name)}
        <small> {Math.ceil(Number(size) / 1024)} KB</small>
      </a>
    </div>
  ));
}
