import { asObject, asObjects, asString, type JsonObject } from '../../../slack/payload/json.ts';
import { readInline } from '../../../text/read-inline.ts';
import { Inlines } from './inline.tsx';
import { KeyedList } from './keyed-list.ts';
import { Preformatted } from './text-object.tsx';

/** A rich_text block or cell: its sections, quotes and code blocks. */
export function RichText({ block }: { block: JsonObject }) {
  return (
    <div className="bk-rich">
      <KeyedList
        of={asObjects(block.elements)}
        show={({ type, elements }) => {
          if (type === 'rich_text_preformatted') return <Preformatted text={wordsOf(asObjects(elements))} />;
          const Tag = type === 'rich_text_quote' ? 'blockquote' : 'p';
          return (
            <Tag className="bk-text" dir="auto">
              <Inlines of={asObjects(elements).map(readInline)} />
            </Tag>
          );
        }}
      />
    </div>
  );
}

/** Returns the words of a rich text, for sorting and searching. */
export function richTextWords(block: JsonObject): string {
  return wordsOf(asObjects(block.elements).flatMap((section) => asObjects(section.elements)));
}

const wordsOf = (elements: readonly JsonObject[]): string =>
  elements
    .map(
      (element) => asString(asObject(element).text) || asString(element.fallback) || asString(element.name),
    )
    .join('');
