import { ThoughtSplitter, type ThoughtPiece } from './dialects';
import { mapReply, type Model, type ModelEvent } from './model';

/** A model whose server may leave thoughts in the text: they become thoughts again, are not sent back and contain no calls. */
export const withThoughtsSplit = (model: Model): Model => ({
  name: model.name,
  turn(request) {
    const splitter = new ThoughtSplitter();
    return mapReply(model.turn(request), (event) => {
      if (event.type === 'text') return splitter.push(event.delta).flatMap(asEvent);
      return event.type === 'stop' ? [...splitter.end().flatMap(asEvent), event] : [event];
    });
  },
});

function asEvent({ kind, text }: ThoughtPiece): ModelEvent[] {
  if (kind === 'frame') return [];
  return [{ type: kind === 'thought' ? 'reasoning' : 'text', delta: text }];
}
