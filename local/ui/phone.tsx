import './phone.css';
import { useMemo } from 'react';
import { dateFormat } from '../text/date.ts';
import { Mrkdwn, now, SurfaceContext, useMinutes } from './blocks/index.ts';
import { type Push, pushesFor } from './pushes.ts';
import { useReader, useSeen } from './reader.ts';
import { SidePane } from './side-pane.tsx';
import { useMessageSurface } from './surfaces.ts';
import { clockOf } from './time.ts';

/** Returns the push notifications of the reader's phone, newest first. */
function usePushes(): readonly Push[] {
  const reader = useReader();
  const { posted } = useSeen();
  return useMemo(() => pushesFor(posted, reader).toReversed(), [posted, reader]);
}

/** The lock screen of the reader's phone, with Slack's push notifications. */
export function Phone({ onClose }: { onClose: () => void }) {
  const { tz, realName } = useReader().person;
  const pushes = usePushes();
  useMinutes(true);
  const words = (options: Intl.DateTimeFormatOptions) => dateFormat('en-US', tz, options).format(now());
  return (
    <SidePane title={`${realName.split(' ')[0]}’s Phone`} onClose={onClose}>
      <div className="phone-desk">
        <div className="phone">
          <p className="phone-clock">
            <span>{words({ weekday: 'long', month: 'long', day: 'numeric' })}</span>
            {words({ hour: 'numeric', minute: '2-digit' }).replace(/ [AP]M$/, '')}
          </p>
          {pushes.length === 0 ? (
            <p className="phone-empty">No notifications</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
            <ol aria-label="Notifications" tabIndex={0}>
              {pushes.map((push) => (
                <li key={push.message.ts}>
                  <PushCard {...push} />
                </li>
              ))}
            </ol>
          )}
        </div>
        <p className="phone-rule">
          By its default settings Slack notifies of direct messages, mentions, and replies in a thread that
          one follows; not of an edit, of what only one person sees, or of anything else in a channel.
        </p>
      </div>
    </SidePane>
  );
}

export function NewestPush() {
  const [push] = usePushes();
  return push ? (
    <div className="phone-banner">
      <PushCard key={push.message.ts} {...push} />
    </div>
  ) : null;
}

function PushCard({ message, title, author }: Push) {
  const { tz } = useReader().person;
  const surface = useMessageSurface(message);
  return (
    <article className="push" aria-label={`Notification: ${title}`}>
      <svg className="push-app" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M6 2.5 4.6 13.5M11.4 2.5 10 13.5M2.8 5.8h10.8M2.4 10.2h10.8" />
      </svg>
      <p className="push-title">
        <strong>{title}</strong>
        <time>{clockOf(message.ts, tz)}</time>
      </p>
      <div className="push-text">
        {author !== undefined && <span>{author}: </span>}
        <SurfaceContext value={surface}>
          <Mrkdwn text={message.text} />
        </SurfaceContext>
      </div>
    </article>
  );
}
