import { mount } from "svelte";
import "../style/base.css";
import DrillPage from "./DrillPage.svelte";

// `/drill/3` drills by the rules of table 3.
const table = Number(location.pathname.split("/")[2]);
mount(DrillPage, { target: document.getElementById("app")!, props: { table } });
