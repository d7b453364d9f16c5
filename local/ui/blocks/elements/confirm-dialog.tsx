import './confirm-dialog.css';
import { Button } from 'react-aria-components/Button';
import { Dialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { asString, type JsonObject } from '../../../slack/payload/json.ts';
import { PlainText, TextObject } from '../parts/text-object.tsx';

/** Asks the person for confirmation. Escape and a click outside mean no. */
export function Confirm({
  confirm,
  open,
  onAnswer,
}: {
  confirm: JsonObject;
  open: boolean;
  onAnswer: (sure: boolean) => void;
}) {
  const style = asString(confirm.style) || 'primary';
  return (
    <ModalOverlay
      className="overlay"
      isOpen={open}
      isDismissable
      onOpenChange={(opens) => opens || onAnswer(false)}
    >
      <Modal className="modal bk-confirm">
        <Dialog role="alertdialog" className="bk-confirm-dialog">
          <Heading slot="title" className="bk-confirm-title">
            <PlainText of={confirm.title} />
          </Heading>
          <TextObject of={confirm.text} />
          <div className="bk-confirm-answers">
            <Button className="bk-button" onPress={() => onAnswer(false)}>
              <PlainText of={confirm.deny} />
            </Button>
            <Button className="bk-button" data-style={style} autoFocus onPress={() => onAnswer(true)}>
              <PlainText of={confirm.confirm} />
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
