import './channel.css';
import { type ReactNode, useEffect } from 'react';
import { type Channel as Place, sampleApp, slackbotId } from '../slack/workspace/sample-workspace.ts';
import { useAhead } from './blocks/index.ts';
import { Composer } from './composer.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Messages } from './messages.tsx';
import { useReader, useSeen } from './reader.ts';
import { act } from './shared/client.ts';
import { useToasts } from './shared/toasts.tsx';
import { SlackbotSteps } from './slackbot-steps.tsx';
import type { Marked } from './use-linked.ts';
import type { Message } from './workspace-view.ts';

interface Props {
  readonly channel: Place;
  readonly onMenu: () => void;
  readonly onThread: (root: string) => void;
  readonly onInspect: (message?: Message) => void;
  readonly faultsOn: readonly string[];
  readonly onFaults: () => void;
  readonly phoneIsShown: boolean;
  readonly onPhone: () => void;
  /** The `ts` of a message to scroll to and mark. */
  readonly marked: Marked;
}

/** A channel or the direct message with the bot: its messages and a composer. */
export function Channel(props: Props) {
  const { channel, onMenu, onThread, onInspect, faultsOn, onFaults, phoneIsShown, onPhone, marked } = props;
  const { person, info } = useReader();
  const seen = useSeen();
  const toasts = useToasts();
  const direct = channel.members.includes(sampleApp.userId) && channel.kind === 'im';
  useEffect(() => {
    // Slack also notifies an app when its direct messages are opened.
    if (direct) act('/_control/open-home', { person: person.name, tab: 'messages' }).catch(toasts.say);
  }, [direct, person.name, toasts]);
  const title = titleOf(channel);
  const isWithSlackbot = channel.kind === 'im' && !direct;
  const messages = seen.messages.filter((message) => message.channel === channel.id);
  const people = channel.members.filter((id) => info.people.some((person) => person.id === id)).length;
  return (
    <>
      <PlaceHeader title={title} onMenu={onMenu}>
        <p className="topic">
          {channel.kind === 'im' ? `Only you and ${title}` : `${channel.topic} · ${people} people`}
        </p>
        {faultsOn.length > 0 && (
          <button type="button" className="button injected" onClick={onFaults}>
            {faultsOn.length === 1 ? faultsOn[0] : `${faultsOn.length} faults`} on
          </button>
        )}
        <button type="button" className="button" aria-pressed={phoneIsShown} onClick={onPhone}>
          Phone
        </button>
        <button type="button" className="button" onClick={() => onInspect()}>
          Inspector
        </button>
      </PlaceHeader>
      <Messages
        label={`Messages in ${title}`}
        messages={messages.filter(({ threadTs, isBroadcast }) => !threadTs || isBroadcast)}
        marked={marked}
        replies={messages}
        {...(!isWithSlackbot && { onThread })}
        onInspect={onInspect}
      >
        <FirstSteps channel={channel} onFaults={onFaults} />
        {isWithSlackbot && <SlackbotSteps channel={channel} />}
      </Messages>
      <Composer channel={channel} placeholder={`Message ${title}`} />
    </>
  );
}

/** Returns the title of a channel: `#cloud-ops`, or the other member of a direct message. */
export function titleOf({ kind, name, members }: Place): string {
  if (kind !== 'im') return `#${name}`;
  return members.includes(slackbotId) ? 'Slackbot' : 'Skydesk';
}

/** The header of a place, with a button for the sidebar if that is hidden, and the time by which the clock is ahead. */
export function PlaceHeader({
  title,
  onMenu,
  children,
}: {
  title: string;
  onMenu: () => void;
  children?: ReactNode;
}) {
  const hours = Math.round(useAhead() / 3_600_000);
  return (
    <header className="place-header">
      <button type="button" className="button drawer" onClick={onMenu}>
        <span aria-hidden="true">☰</span>
        <span className="unseen">Channels and people</span>
      </button>
      <h1>{title}</h1>
      {hours > 0 && (
        <p className="ahead" title="Fault injection in the inspector moves the clock; Reset puts it back.">
          <span>Clock </span>+{hours} h
        </p>
      )}
      {children}
    </header>
  );
}
