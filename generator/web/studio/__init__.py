"""The studio: a local server with the page, an editor of sets, and this generator behind them.

server.py has the routes, security.py who may use them; workspace.py reads and writes the files of
the sets folder, drafts.py holds edited texts that are not saved, worker.py the processes that print
and check, jobs.py work that takes minutes, events.py what the page is told without asking.
"""
