// The words of the page, in English and Chinese. Docs of settings come from the program and stay as they are.
const words = {
  method: ['Method', '方法'], against: ['against', '对比'], nothing: ['—', '—'],
  undo: ['Undo', '撤销'], save: ['Save', '保存'], help: ['Keys', '按键'], language: ['中文', 'English'], dark: ['Dark', '深色'], light: ['Light', '浅色'],
  find: ['Find a page', '查找网页'], byName: ['by name', '按名称'], byScore: ['worst first', '最差优先'], byChange: ['most changed', '变化最大'], byUnsure: ['least sure', '最不确定'],
  markdown: ['Markdown', 'Markdown'], settings: ['Settings', '设置'], differences: ['Differences', '差异'], findSetting: ['Find a setting', '查找设置'],
  content: ['content', '正文'], boilerplate: ['boilerplate', '噪声'], header: ['header', '页眉'], footer: ['footer', '页脚'], left: ['left', '左栏'], right: ['right', '右栏'], center: ['center', '中栏'],
  none: ['no region', '无区域'], hidden: ['hidden', '隐藏'], block: ['Block', '块'], score: ['score', '分数'], label: ['label', '标签'], gold: ['gold', '标准'],
  why: ['Why', '原因'], noBlock: ['Point at a block, or walk with j and k.', '指向一个块，或按 j、k 逐块移动。'],
  noGold: ['no gold', '无标准'], noPages: ['The workspace is empty: fill it with mullion workspace add.', '工作区为空：请用 mullion workspace add 添加网页。'],
  saved: ['saved to', '已保存到'], better: ['better', '变好'], worse: ['worse', '变差'], mean: ['mean', '平均'], of: ['of', '/'],
  noDifference: ['No block is labelled differently.', '没有标签不同的块。'], choose: ['Choose a method to compare with.', '请选择要对比的方法。'], default: ['default', '默认'],
  keyBlock: ['next, previous block', '下一块、上一块'], keyPage: ['next, previous page', '下一页、上一页'], keyLabel: ['label the block content, boilerplate', '标为正文、噪声'],
  keyRegion: ['the same for its whole region', '整个区域同样标注'], keyDifference: ['next block of the differences', '下一个差异块'], keyZoom: ['zoom in, out, fit', '放大、缩小、适合宽度'],
  keyUndo: ['undo the last setting', '撤销上一次设置'], keyGold: ['undo the last label', '撤销上一次标注'], keySave: ['save the settings', '保存设置'], keyFind: ['find a page', '查找网页'], keyReset: ['all settings as the server has them', '恢复服务器设置'],
};

const languages = ['en', 'zh'];
let at = Math.max(0, languages.indexOf(localStorage.getItem('language') ?? navigator.language.slice(0, 2)));

export const t = (word) => words[word][at];

export function switchLanguage() {
  at = 1 - at;
  localStorage.setItem('language', languages[at]);
}

export const language = () => languages[at];
