import { asObject, asObjects, asString, type JsonObject } from '../../../slack/payload/json.ts';
import { readInline } from '../../../text/read-inline.ts';
import { Inlines } from './inline.tsx';
import { KeyedList } from './keyed-list.ts';
import { OutLink } from './slack-link.tsx';

/** A rich_text block, a cell or a title: its sections, lists, quotes and code. */
export function RichText({ block }: { block: JsonObject }) {
  return (
    <div className="bk-rich">
      <KeyedList of={asObjects(block.elements)} show={(part) => <Part part={part} />} />
    </div>
  );
}

function Part({ part }: { part: JsonObject }) {
  const elements = asObjects(part.elements);
  const border = part.border === 1 ? ' bk-bordered' : '';
  switch (part.type) {
    case 'rich_text_list':
      return <List part={part} items={elements} className={border} />;
    case 'rich_text_quote':
      return (
        <blockquote className={`bk-text${border}`} dir="auto">
          <Line elements={elements} />
        </blockquote>
      );
    case 'rich_text_preformatted':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className="bk-pre" tabIndex={0}>
          <code>
            <KeyedList of={elements} show={codePiece} />
          </code>
        </pre>
      );
    default:
      return (
        <p className="bk-text" dir="auto">
          <Line elements={elements} />
        </p>
      );
  }
}

const codePiece = (element: JsonObject) =>
  element.type === 'link' ? (
    <OutLink url={asString(element.url)}>{asString(element.text) || asString(element.url)}</OutLink>
  ) : (
    asString(element.text)
  );

/** Slack writes nested lists side by side, each with its depth, and an ordered one with where it goes on. */
function List({ part, items, className }: { part: JsonObject; items: JsonObject[]; className: string }) {
  const depth = typeof part.indent === 'number' ? part.indent : 0;
  const offset = typeof part.offset === 'number' ? part.offset : 0;
  const shown = (
    <KeyedList
      of={items}
      show={(item) => (
        <li dir="auto">
          <Line elements={asObjects(item.elements)} />
        </li>
      )}
    />
  );
  const style = { marginInlineStart: `${depth * 1.6}em` };
  const marks = { 'data-depth': depth % 3, className: `bk-list${className}`, style };
  return part.style === 'ordered' ? (
    <ol start={offset + 1} {...marks}>
      {shown}
    </ol>
  ) : (
    <ul {...marks}>{shown}</ul>
  );
}

function Line({ elements }: { elements: readonly JsonObject[] }) {
  return <Inlines of={elements.map(readInline)} />;
}

/** The words of a rich text, for sorting and finding. */
export function richTextWords(block: JsonObject): string {
  return asObjects(block.elements)
    .flatMap((part) => asObjects(part.elements))
    .flatMap((element) => (element.type === 'rich_text_section' ? asObjects(element.elements) : [element]))
    .map(
      (element) => asString(asObject(element).text) || asString(element.fallback) || asString(element.name),
    )
    .join('');
}
