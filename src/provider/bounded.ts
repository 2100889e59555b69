import { MAX_ANSWER } from '../common/constants';

/** Whether an answer of this status can have a body: no `Response` may be made of one that cannot. */
export const hasBody = (status: number) => ![204, 205, 304].includes(status);

/** The answer, whose body fails once it is longer than any that is meant; it may have no end. */
export function bounded(answer: Response): Response {
  // Chromium gives answers a body that cannot have one.
  if (!answer.body || !hasBody(answer.status)) return answer;
  let left = MAX_ANSWER;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) controller.error(new Error('The answer is too long.'));
      else controller.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(counter), answer);
}
