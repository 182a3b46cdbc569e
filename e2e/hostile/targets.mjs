/** Ways to write an address of this machine or of a private network. */
const HOSTS = `
  127.0.0.1 127.1 127.0.1 0177.0.0.1 0x7f.0.0.1 0x7f000001 2130706433 017700000001 127.8.8.8 0 0.0.0.0
  10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.254 192.168.0.1 192.168.255.255 169.254.169.254 169.254.0.1
  0xa9fea9fe 2852039166 100.64.0.1 100.100.100.200 168.63.129.16 192.0.0.192 192.0.2.1 198.18.0.1
  198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 [::1] [::] [0:0:0:0:0:0:0:1]
  [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:a9fe:a9fe] [::127.0.0.1] [fe80::1] [fc00::1] [fd00:ec2::254]
  [ff02::1] [64:ff9b::7f00:1] [2002:7f00:1::] [2001:db8::1] localhost LOCALHOST localhost. foo.localhost
  127.0.0.1. ①②⑦.⓪.⓪.① 127。0。0。1 ｌocalhost
  0x7f.1 127.000.000.001 169.254.170.2 192.88.99.1 250.1.2.3 %31%32%37.0.0.1 metadata.google.internal
  [::ffff:0:7f00:1] [64:ff9b:1::7f00:1] [fec0::1] [2001:0:7f00:1::] [fe80::5efe:7f00:1] [100::1] [5f00::1] [ff0e::1]
`
  .trim()
  .split(/\s+/);
/** The URL forms around it. */
const FORMS = [
  /** @param {string} host @param {number} port */ (host, port) => `http://${host}:${port}/`,
  /** @param {string} host @param {number} port */ (host, port) => `https://${host}:${port}/latest/meta-data`,
  /** @param {string} host @param {number} port */ (host, port) => `http://user:password@${host}:${port}/`,
];
const OTHERS = [
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'gopher://127.0.0.1:6379/_INFO',
  'data:text/plain,secret',
  'blob:http://127.0.0.1/x',
  'javascript:1',
  'http:///etc/passwd',
  'http://',
  '//127.0.0.1/',
  'http://a@b@127.0.0.1/',
  'http://127.0.0.1#@example.com/',
  'http://example.com@127.0.0.1/',
  'http:127.0.0.1/',
  'http:\\\\127.0.0.1\\',
  'ht\ntp://127.0.0.1/',
  'http://example.com\\@127.0.0.1/',
];

/** More than 150 addresses that a server must not be tricked into requesting. @param {number} port */
export const targets = (port) => [...HOSTS.flatMap((host) => FORMS.map((form) => form(host, port))), ...OTHERS];
