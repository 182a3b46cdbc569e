import attrs from './wheels/attrs-26.1.0-py3-none-any.whl';
import click from './wheels/click-8.3.3-py3-none-any.whl';
import iniconfig from './wheels/iniconfig-2.1.0-py3-none-any.whl';
import jinja2 from './wheels/jinja2-3.1.6-py3-none-any.whl';
import markupsafe from './wheels/markupsafe-3.0.3-py3-none-any.whl';
import moreItertools from './wheels/more_itertools-11.2.1-py3-none-any.whl';
import packaging from './wheels/packaging-26.2-py3-none-any.whl';
import pluggy from './wheels/pluggy-1.6.0-py3-none-any.whl';
import pygments from './wheels/pygments-2.20.0-py3-none-any.whl';
import pytest from './wheels/pytest-9.1.1-py3-none-any.whl';
import pyyaml from './wheels/pyyaml-6.0.3-py3-none-any.whl';
import six from './wheels/six-1.17.0-py3-none-any.whl';
import sortedcontainers from './wheels/sortedcontainers-2.4.0-py3-none-any.whl';
import tabulate from './wheels/tabulate-0.10.0-py3-none-any.whl';
import tomlkit from './wheels/tomlkit-0.13.3-py3-none-any.whl';
import toolz from './wheels/toolz-1.2.0-py3-none-any.whl';

/** The packages that `pip` installs without a network, by the names of their archives. */
export const WHEELS: Readonly<Record<string, Uint8Array>> = {
  'attrs-26.1.0-py3-none-any.whl': attrs,
  'click-8.3.3-py3-none-any.whl': click,
  'iniconfig-2.1.0-py3-none-any.whl': iniconfig,
  'jinja2-3.1.6-py3-none-any.whl': jinja2,
  'markupsafe-3.0.3-py3-none-any.whl': markupsafe,
  'more_itertools-11.2.1-py3-none-any.whl': moreItertools,
  'packaging-26.2-py3-none-any.whl': packaging,
  'pluggy-1.6.0-py3-none-any.whl': pluggy,
  'pygments-2.20.0-py3-none-any.whl': pygments,
  'pytest-9.1.1-py3-none-any.whl': pytest,
  'pyyaml-6.0.3-py3-none-any.whl': pyyaml,
  'six-1.17.0-py3-none-any.whl': six,
  'sortedcontainers-2.4.0-py3-none-any.whl': sortedcontainers,
  'tabulate-0.10.0-py3-none-any.whl': tabulate,
  'tomlkit-0.13.3-py3-none-any.whl': tomlkit,
  'toolz-1.2.0-py3-none-any.whl': toolz,
};
