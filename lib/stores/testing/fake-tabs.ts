import type { TabChannel } from '../tab-channel';

/** The tabs of one browser: each call is the channel of one more, and what one says, the others hear at once. */
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
