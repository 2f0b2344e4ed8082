import { mount } from "svelte";
import "../style/base.css";
import HistoryPage from "./HistoryPage.svelte";

const [, table, round] = /^\/rounds\/(\d+)\/(\d+)/.exec(location.pathname) ?? [];
const props = table && round ? { table: Number(table), round: Number(round) } : {};
mount(HistoryPage, { target: document.getElementById("app")!, props });
