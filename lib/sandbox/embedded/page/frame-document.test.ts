import { describe, expect, it } from 'vitest';
import { frameHtml } from './frame-document';

describe('frameHtml', () => {
  it('carries the kernel as it is', () => {
    expect(frameHtml('if (a<b && "$&") c()')).toContain('id="kernel">if (a<b && "$&") c()</script>');
  });

  it.each(['a="</script>"', 'a="</SCRIPT "', 'a="<!--"'])('refuses %s, which would cut the kernel short', (kernel) => {
    expect(() => frameHtml(kernel)).toThrow('ends a script element');
  });
});
