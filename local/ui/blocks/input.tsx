import { useId, useMemo } from 'react';
import { asObject, asString, type JsonObject } from '../../slack/payload/json.ts';
import { Element } from './elements/element.tsx';
import { BlockContext, type BlockContextValue } from './parts/block-context.tsx';
import { WarningIcon } from './parts/icons.tsx';
import { useSurface } from './parts/surface.ts';
import { PlainText } from './parts/text-object.tsx';

export function Input({ block }: { block: JsonObject }) {
  const id = useId();
  const blockId = asString(block.block_id);
  const error = useSurface().errors[blockId];
  const optional = block.optional === true;
  const dispatches = block.dispatch_action === true;
  const hinted = block.hint !== undefined;
  const held = useMemo<BlockContextValue>(
    () => ({
      block: blockId,
      isInput: true,
      dispatches,
      field: {
        control: `${id}control`,
        label: `${id}label`,
        describedBy: [error && `${id}error`, hinted && `${id}hint`].filter(Boolean).join(' ') || undefined,
        invalid: error !== undefined,
        required: !optional,
      },
    }),
    [id, blockId, dispatches, error, hinted, optional],
  );
  return (
    <div
      className="bk-input"
      data-invalid={error !== undefined || undefined}
      data-focus={asObject(block.element).focus_on_load === true || undefined}
    >
      <label className="bk-label" id={`${id}label`} htmlFor={`${id}control`} dir="auto">
        <PlainText of={block.label} />
        {optional && <span className="bk-optional"> (optional)</span>}
      </label>
      <BlockContext value={held}>
        <Element element={asObject(block.element)} />
      </BlockContext>
      {error && (
        <p className="bk-error" id={`${id}error`}>
          <WarningIcon /> {error}
        </p>
      )}
      {hinted && (
        <p className="bk-hint" id={`${id}hint`} dir="auto">
          <PlainText of={block.hint} />
        </p>
      )}
    </div>
  );
}
