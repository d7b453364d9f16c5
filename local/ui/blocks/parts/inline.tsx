import type { ReactNode } from 'react';
import { formatDate } from '../../../text/date.ts';
import type { Inline, SlackDate, Style } from '../../../text/inline-types.ts';
import { Emoji } from './emoji.tsx';
import { KeyedList } from './keyed-list.ts';
import { now, useMinutes } from './now.ts';
import { OutLink } from './slack-link.tsx';
import { useSurface } from './surface.ts';

export function Inlines({ of }: { of: readonly Inline[] }) {
  return <KeyedList of={of} show={(inline) => <InlineNode inline={inline} />} />;
}

const styleTags = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  code: 'code',
} as const satisfies Record<Style, string>;

function InlineNode({ inline }: { inline: Inline }): ReactNode {
  switch (inline.is) {
    case 'text':
      return inline.text;
    case 'styled': {
      const Tag = styleTags[inline.style];
      return (
        <Tag>
          <Inlines of={inline.inside} />
        </Tag>
      );
    }
    case 'link':
      return <OutLink url={inline.url}>{inline.label ?? inline.url.replace(/^mailto:/, '')}</OutLink>;
    case 'mention':
      return <Mention mark={inline.mark} id={inline.id} label={inline.label} />;
    case 'broadcast':
      return <span className="bk-mention bk-broadcast">@{inline.range}</span>;
    case 'date':
      return <When date={inline.date} url={inline.url} />;
    case 'emoji':
      return <Emoji name={inline.name} />;
  }
}

function Mention({ mark, id, label }: { mark: '@' | '#'; id: string; label?: string | undefined }) {
  const { nameOf, callsReader } = useSurface();
  return (
    <span className="bk-mention" data-me={callsReader(id) || undefined}>
      {mark}
      {nameOf(id) ?? label ?? id}
    </span>
  );
}

/** A time in the reader's zone, with the full date on hover. */
function When({ date, url }: { date: SlackDate; url?: string | undefined }) {
  useMinutes(/ago|pretty/.test(date.format));
  const reader = { zone: useSurface().tz, now: now() };
  const words = formatDate(date, reader);
  const whole = formatDate({ ...date, format: '{date_long} at {time_secs}' }, reader);
  const time = (
    <time dateTime={iso(date.seconds)} title={whole}>
      {words}
    </time>
  );
  return url ? <OutLink url={url}>{time}</OutLink> : time;
}

function iso(seconds: number): string | undefined {
  const at = new Date(seconds * 1000);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
