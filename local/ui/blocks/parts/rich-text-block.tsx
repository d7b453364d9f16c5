import { asObject, asObjects, asString, type JsonObject } from '../../../slack/payload/json.ts';
import { readInline } from '../../../text/read-inline.ts';
import { Inlines } from './inline.tsx';
import { KeyedList } from './keyed-list.ts';

/** A rich_text block or cell: its sections and quotes. */
export function RichText({ block }: { block: JsonObject }) {
  return (
    <div className="bk-rich">
      <KeyedList
        of={asObjects(block.elements)}
        show={({ type, elements }) => {
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

/** The words of a rich text, for sorting and finding. */
export function richTextWords(block: JsonObject): string {
  return asObjects(block.elements)
    .flatMap((section) => asObjects(section.elements))
    .map(
      (element) => asString(asObject(element).text) || asString(element.fallback) || asString(element.name),
    )
    .join('');
}
