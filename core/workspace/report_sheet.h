// A report drawn on the screen: see core/report/pdf/pdf.h.
#pragma once

#include "core/report/pdf/pdf.h"

namespace core::workspace {

using core::report::Document;
using core::report::drawSheet;

} // namespace core::workspace
