import 'twemoji-colr-font/twemoji.css';
import './text-object.css';
import { asObject, asString, type Json } from '../../../slack/payload/json.ts';
import type { Inline } from '../../../text/inline-types.ts';
import { type Paragraph, parseMrkdwn, parsePlain } from '../../../text/parse-mrkdwn.ts';
import { Inlines } from './inline.tsx';
import { KeyedList } from './keyed-list.ts';

/** Slack's markup, as in the text of a message. */
export function Mrkdwn({ text }: { text: string }) {
  return <KeyedList of={parseMrkdwn(text)} show={(paragraph) => <OneParagraph paragraph={paragraph} />} />;
}

function OneParagraph({ paragraph }: { paragraph: Paragraph }) {
  if (paragraph.is === 'code') return <Preformatted text={paragraph.text} />;
  const Tag = paragraph.is === 'quote' ? 'blockquote' : 'p';
  return (
    <Tag className="bk-text" dir="auto">
      <Inlines of={paragraph.inside} />
    </Tag>
  );
}

export function Preformatted({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <pre className="bk-pre" tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}

/** A text object or a plain string, on separate lines. */
export function TextObject({ of }: { of: Json | undefined }) {
  const { type, text } = asObject(of);
  if (type === 'mrkdwn') return <Mrkdwn text={asString(text)} />;
  return (
    <p className="bk-text" dir="auto">
      <PlainText of={of} />
    </p>
  );
}

/** A text object or a plain string, within a line. */
export function PlainText({ of }: { of: Json | undefined }) {
  return <Inlines of={inlinesOf(of)} />;
}

function inlinesOf(of: Json | undefined): Inline[] {
  if (typeof of === 'string') return [{ is: 'text', text: of }];
  const { type, text, emoji } = asObject(of);
  if (type === 'mrkdwn')
    return parseMrkdwn(asString(text)).flatMap((paragraph) =>
      paragraph.is === 'code'
        ? [{ is: 'styled', style: 'code', inside: [{ is: 'text', text: paragraph.text }] }]
        : paragraph.inside,
    );
  return parsePlain(asString(text), emoji !== false);
}
