import type { ComponentType } from 'react';
import { asObject, asObjects, asString, type JsonObject, lookUp } from '../../slack/payload/json.ts';
import { Element } from './elements/element.tsx';
import { BlockProvider } from './parts/block-context.tsx';
import { CheckIcon, CrossIcon, InfoIcon, WarningIcon } from './parts/icons.tsx';
import { KeyedList } from './parts/keyed-list.ts';
import { PlainText, TextObject } from './parts/text-object.tsx';

export function Header({ block }: { block: JsonObject }) {
  return (
    <h3 className="bk-header" dir="auto">
      <PlainText of={block.text} />
    </h3>
  );
}

export function Divider() {
  return <hr className="bk-divider" />;
}

export function Picture({ block }: { block: JsonObject }) {
  const file = asString(asObject(block.slack_file).id);
  return <img className="bk-image" src={`/files/${file}`} alt={asString(block.alt_text)} />;
}

/** Text, fields in two columns, and the accessory. */
export function Section({ block }: { block: JsonObject }) {
  const fields = asObjects(block.fields);
  const accessory = asObject(block.accessory);
  return (
    <div className="bk-section">
      <div className="bk-section-text">
        {block.text !== undefined && <TextObject of={block.text} />}
        {fields.length > 0 && (
          <div className="bk-fields">
            <KeyedList
              of={fields}
              show={(field) => (
                <div>
                  <TextObject of={field} />
                </div>
              )}
            />
          </div>
        )}
      </div>
      {accessory.type !== undefined && (
        <BlockProvider block={block}>
          <div className="bk-accessory">
            <Element element={accessory} />
          </div>
        </BlockProvider>
      )}
    </div>
  );
}

export function Context({ block }: { block: JsonObject }) {
  return (
    <div className="bk-context">
      <KeyedList
        of={asObjects(block.elements)}
        show={(element) => (
          <div>
            <TextObject of={element} />
          </div>
        )}
      />
    </div>
  );
}

const alertLevels: Record<string, { Icon: ComponentType; says: string }> = {
  info: { Icon: InfoIcon, says: 'Information' },
  warning: { Icon: WarningIcon, says: 'Warning' },
  error: { Icon: CrossIcon, says: 'Error' },
  success: { Icon: CheckIcon, says: 'Success' },
};
const noteLevel = { Icon: InfoIcon, says: 'Note' };

export function Alert({ block }: { block: JsonObject }) {
  const level = asString(block.level) || 'default';
  const { Icon, says } = lookUp(alertLevels, level) ?? noteLevel;
  return (
    <div className="bk-alert" data-level={level} role="note" aria-label={says}>
      <Icon />
      <div>
        <TextObject of={block.text} />
      </div>
    </div>
  );
}
