#!/usr/bin/env python3
"""The include check finds what it should find, and nothing else."""
import unittest

from check_includes import check_file, read_map

LAYERS = read_map('''
  "core/base:"
  "core/model: core/base"
  "agent/dataplane/fib: core/base"
  "agent/dataplane/pipeline: core/base agent/dataplane/*"
''')


class CheckIncludes(unittest.TestCase):
    def test_downwards_is_fine(self):
        self.assertEqual(check_file("core/model/a.h", '#include "core/base/x.h"\n#include <vector>\n', LAYERS), [])

    def test_upwards_is_found_with_line(self):
        (complaint,) = check_file("core/base/a.h", '\n#include "core/model/x.h"\n', LAYERS)
        self.assertTrue(complaint.startswith("core/base/a.h:2: core/base may not include core/model"))

    def test_own_room_is_fine(self):
        self.assertEqual(check_file("core/base/a.cpp", '#include "core/base/a.h"\n', LAYERS), [])

    def test_star_allows_siblings_below(self):
        self.assertEqual(check_file("agent/dataplane/pipeline/a.h", '#include "agent/dataplane/fib/f.h"\n', LAYERS), [])

    def test_siblings_without_permission_are_found(self):
        self.assertEqual(len(check_file("agent/dataplane/fib/a.h", '#include "agent/dataplane/pipeline/f.h"\n', LAYERS)), 1)

    def test_short_includes_are_found(self):
        self.assertEqual(len(check_file("core/base/a.cpp", '#include "a.h"\n', LAYERS)), 1)

    def test_file_outside_every_room_is_found(self):
        self.assertEqual(len(check_file("core/attic/a.cpp", "", LAYERS)), 1)


unittest.main()
