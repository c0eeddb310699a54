// The words of the page, in English and Chinese. Docs of settings come from the program and stay as they are.
const words = {
  method: ['Method', '方法'], against: ['against', '对比'], nothing: ['—', '—'],
  undo: ['Undo', '撤销'], redo: ['Redo', '重做'], undoSetting: ['Undo setting', '撤销设置'], no_undo: ['No label to undo', '没有可撤销的标注'], no_redo: ['No label to redo', '没有可重做的标注'],
  waiting: ['Labels that wait for it:', '等待保存的标注：'], kept: ['The server is back, and has all labels.', '服务器已恢复，标注都已保存。'],
  pickFirst: ['Click a block first, or walk to one with j and k.', '请先点击一个块，或按 j、k 移到一个块。'], notShown: ['A hidden block stands in no region.', '隐藏的块不属于任何区域。'],
  save: ['Save', '保存'], help: ['Keys', '按键'], language: ['中文', 'English'], dark: ['Dark', '深色'], light: ['Light', '浅色'],
  find: ['Find a page', '查找网页'], byName: ['by name', '按名称'], byScore: ['worst first', '最差优先'], byChange: ['most changed', '变化最大'], byConfidence: ['least confidence', '置信度最低'], byUnsure: ['least sure', '最不确定'],
  markdown: ['Markdown', 'Markdown'], settings: ['Settings', '设置'], differences: ['Differences', '差异'], findSetting: ['Find a setting', '查找设置'],
  content: ['content', '正文'], boilerplate: ['boilerplate', '噪声'], header: ['header', '页眉'], footer: ['footer', '页脚'], left: ['left', '左栏'], right: ['right', '右栏'], center: ['center', '中栏'],
  none: ['no region', '无区域'], hidden: ['hidden', '隐藏'], block: ['Block', '块'], score: ['score', '分数'], label: ['label', '标签'], gold: ['gold', '标准'],
  rule_headline: ["it is the document's title", '它是文档标题'], rule_table: ['it goes with its table', '随所在表格'], rule_insert: ['it stands between main content, or is announced by it', '位于正文之间，或由正文引出'], rule_series: ['most headings like it are kept', '同类标题大多保留'], rule_note: ['main content refers to it', '正文引用此注'], rule_tab: ['it names a tab that is kept', '所在标签页的名称'], rule_heading: ['nothing below it is kept', '其下没有正文'], rule_apart: ['the page sets it apart', '页面自身将其与正文分开'], rule_aside: ['hidden words in a line that is shown', '可见行中隐藏的词'], rule_hidden: ['nobody gets to see it', '任何读者都看不到'],
  why: ['Why', '原因'], noBlock: ['Point at a block, or walk with j and k.', '指向一个块，或按 j、k 逐块移动。'],
  noneFound: ['No page is called so.', '没有找到网页。'], noMove: ['No setting to undo; z undoes the last label', '没有可撤销的设置；按 z 撤销上一次标注'],
  noBlocks: ['This page has no text, and so no blocks to label.', '此网页没有文字，因此没有可标注的块。'], noPicture: ['This page was kept without a picture: add it by its address or its HTML to see one.', '此网页保存时没有图片：请用网址或 HTML 添加以查看图片。'], noContent: ['No main content was found.', '没有找到正文。'],
  noGold: ['no gold', '无标准'], noPages: ['The workspace is empty: fill it with mullion workspace add.', '工作区为空：请用 mullion workspace add 添加网页。'],
  saved: ['saved to', '已保存到'], noSetting: ['There is no setting', '没有此设置：'], better: ['better', '变好'], worse: ['worse', '变差'], mean: ['mean', '平均'], of: ['of', '/'], judged: ['judged', '已判定'],
  noDifference: ['No block is labelled differently.', '没有标签不同的块。'], choose: ['Choose a method to compare with.', '请选择要对比的方法。'], default: ['default', '默认'],
  byDisagree: ['methods disagree', '方法分歧'], votes: ['votes', '投票'], wholeRegion: ['whole region', '整个区域'], labelling: ['Label the block', '标注此块'], regionScore: ['regions', '区域'], confidence: ['confidence', '置信度'],
  teach: ['Teach', '教学'], evaluate: ['Evaluate', '评估'], train: ['Train', '训练'], cancel: ['Cancel', '取消'], accept: ['Accept', '采用'], reject: ['Reject', '放弃'], undoModel: ['Return to the one before', '恢复之前的模型'],
  goldPages: ['Pages with gold text:', '有标准正文的网页：'], silent: ['The server does not answer: is mullion serve running?', '服务器没有响应：mullion serve 在运行吗？'], again: ['Try again', '重试'], failed: ['failed', '失败'], order: ['Order of the pages', '网页顺序'], picture: ['Picture of the page', '网页图片'], teachHelp: ['Train teaches the model by it, and compares before anything changes.', '训练会用它调整模型，并在生效前先作比较。'],
  evaluateAgain: ['evaluate after labels', '标注后自动评估'], stopped: ['Stopped.', '已停止。'], step_pages: ['Reading pages', '读取网页'], step_parts: ['Teaching without one part', '留出一部分训练'], step_all: ['Teaching by all', '用全部网页训练'],
  proposed: ['A new model waits', '新模型待定'], lastEstimate: ['Last estimate', '最近一次评估'], serversModel: ["the server's model", '服务器的模型'], modelInUse: ['model in use', '使用中的模型'], taughtModel: ['taught model', '训练后的模型'],
  change: ['change (95 %)', '变化（95 %）'], handRight: ['blocks by hand, right', '人工标注的块，正确'], sitesApart: ['Word F1 on sites held apart', '在留出的网站上的词 F1'], sites: ['sites', '网站'], parts: ['parts', '份数'],
  pagesApart: ['Word F1 on pages held apart. All pages are of one site: how well other sites do is not known.', '在留出的网页上的词 F1。所有网页来自同一网站：在其他网站上的效果未知。'],
  seen: ['Pages that taught the model in use, whose score there flatters:', '训练过使用中模型的网页，其分数偏高：'], leftOut: ['Pages that teach nothing, as their gold is not in them:', '不参与训练的网页，其标准正文不在网页中：'],
  history: ['As labels arrive', '随标注变化'], labels: ['labels', '标注'], pages: ['pages', '网页'],
  keyPlace: ['region of the block: header, footer, left, right, center; with Shift of its whole region', '块的区域：页眉、页脚、左栏、右栏、中栏；按住 Shift 标注整个区域'], noDoubt: ['Every block that is shown was offered or labelled.', '所有可见的块都已提示或标注。'], keyDoubt: ['the block that most needs a label', '最需要标注的块'],
  keyBlock: ['next, previous block', '下一块、上一块'], keyPage: ['next, previous page', '下一页、上一页'], keyLabel: ['label the block content, boilerplate', '标为正文、噪声'],
  keyRegion: ['the same for its whole region', '整个区域同样标注'], keyDifference: ['next block of the differences', '下一个差异块'], keyZoom: ['zoom in, out, fit', '放大、缩小、适合宽度'],
  copy: ['Copy', '复制'], copied: ['The Markdown is in the clipboard.', 'Markdown 已复制到剪贴板。'], selected: ['The browser gives no clipboard to this address: the text is selected, copy it by Ctrl+C.', '浏览器不允许此地址使用剪贴板：文字已选中，请按 Ctrl+C 复制。'], keyCopy: ['copy the Markdown', '复制 Markdown'],
  keyUndo: ['undo the last setting', '撤销上一次设置'], keyGold: ['undo the last label', '撤销上一次标注'], keyRedo: ['redo it', '重做该标注'], keySave: ['save the settings', '保存设置'], keyFind: ['find a page', '查找网页'], keyReset: ['all settings as the server has them', '恢复服务器设置'],
};

const languages = ['en', 'zh'];
let at = Math.max(0, languages.indexOf(localStorage.getItem('language') ?? navigator.language.slice(0, 2)));

export const t = (word) => words[word][at];

export function switchLanguage() {
  at = 1 - at;
  localStorage.setItem('language', languages[at]);
}

export const language = () => languages[at];
