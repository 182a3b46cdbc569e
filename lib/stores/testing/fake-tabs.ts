import type { TabChannel } from '../tab-channel';

/** The tabs of one browser: each call adds one and returns its channel; the other tabs hear its messages at once. */
export function createTabs(): () => TabChannel {
  const tabs: Parameters<TabChannel['addEventListener']>[1][][] = [];
  return () => {
    const mine: (typeof tabs)[number] = [];
    tabs.push(mine);
    return {
      postMessage: (data) => tabs.filter((tab) => tab !== mine).forEach((tab) => tab.forEach((hear) => hear({ data }))),
      addEventListener: (_type, listener) => void mine.push(listener),
    };
  };
}
