// The default theme, with a line above each page as long as nothing is released.
import DefaultTheme from 'vitepress/theme';
import { useData } from 'vitepress';
import { h } from 'vue';
import './style.css';

export default { extends: DefaultTheme, Layout };

function Layout() {
  const { theme } = useData();
  const banner = () =>
    theme.value.version === ''
      ? h('p', { class: 'unreleased' }, 'Unreleased: this describes the main branch.')
      : h('p', { class: 'released' }, `Version ${theme.value.version}`);
  return h(DefaultTheme.Layout, null, { 'doc-before': banner });
}
