import type { ProviderBehaviour } from '../../support/stores/conversationModel';

/** Steps through the model of `conversationModel`. A step that is not possible is skipped. */
export interface Walk extends ProviderBehaviour {
  steps: string[];
}

/**
 * Walks that once failed, by what went wrong. A random walk that fails prints its line for this
 * list. The list keeps steps instead of seeds, because a seed means other steps after an update of
 * fast-check or a new step of the model.
 */
export const FAILED_WALKS: Record<string, Walk> = {
  'a live message was lost when an older history arrived': {
    echo: false,
    restamp: false,
    rewrite: false,
    steps: [
      'a history request begins',
      'the provider reads the history',
      'the operator writes',
      'a live message arrives',
      'a history response arrives',
    ],
  },
  'a second POST made an older history remove the first, whose response was lost': {
    echo: true,
    restamp: false,
    rewrite: false,
    steps: [
      'a POST begins',
      'a history request begins',
      'the provider reads the history',
      'the POST is stored',
      'the POST response is lost',
      'a POST begins',
      'a history response arrives',
      'the POST is stored',
      'the POST response arrives',
      'a live message arrives',
    ],
  },
  'a lagging history orders a sent and a live message otherwise than they arrived': {
    echo: false,
    restamp: false,
    rewrite: false,
    steps: [
      'a POST begins',
      'the POST is stored',
      'the operator writes',
      'a live message arrives',
      'the POST response arrives',
      'the operator writes',
      'a live message arrives',
      'a history request begins',
      'a replica reads the history',
      'a history response arrives',
    ],
  },
};
