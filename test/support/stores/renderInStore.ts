import { renderHook } from '@testing-library/react';
import { createElement, type PropsWithChildren } from 'react';
import { Provider } from 'react-redux';
import type { Store } from '../../../src/app/store';

/** Renders a hook that reads the store. */
export function renderInStore<Result>(store: Store, hook: () => Result) {
  const wrapper = ({ children }: PropsWithChildren) => createElement(Provider, { store, children });
  return renderHook(hook, { wrapper });
}
