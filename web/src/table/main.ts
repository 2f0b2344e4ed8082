import { mount } from "svelte";
import "../style/base.css";
import TablePage from "./TablePage.svelte";

const number = Number(location.pathname.split("/")[2]);
mount(TablePage, { target: document.getElementById("app")!, props: { number } });
