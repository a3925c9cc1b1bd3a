# The list of games and what is generated from it and from the data files:
#   bitmeeple/games.inc                BITMEEPLE_GAME(<game>) for each
#   bitmeeple/shipped.hpp              includes the shipped tables of each:
#   bitmeeple/games/<game>/shipped.hpp the shipped tables, so that the core works without Python
#   bitmeeple/games/<game>/interface.hpp nodes, ids and dicts, from the game's interface module
set(games_file ${PROJECT_SOURCE_DIR}/python/bitmeeple/games/games.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${games_file})
file(STRINGS ${games_file} lines REGEX "^[a-z]")
set(BITMEEPLE_GAMES "")
foreach(line IN LISTS lines)
  string(REGEX MATCH "^[a-z0-9_]+" game "${line}")
  list(APPEND BITMEEPLE_GAMES ${game})
endforeach()

if(BITMEEPLE_PYTHON)
  find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
else()
  find_package(Python 3.11 REQUIRED COMPONENTS Interpreter)
endif()

set(BITMEEPLE_GENERATED ${PROJECT_BINARY_DIR}/generated)
set(generator ${PROJECT_SOURCE_DIR}/cpp/cmake/generate.py)
set(generated ${BITMEEPLE_GENERATED}/bitmeeple/games.inc ${BITMEEPLE_GENERATED}/bitmeeple/shipped.hpp)
file(GLOB contract CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/bitmeeple/contract/*.py)
set(inputs ${generator} ${CMAKE_CURRENT_LIST_DIR}/interface_header.py ${games_file} ${contract})
foreach(game IN LISTS BITMEEPLE_GAMES)
  list(APPEND generated ${BITMEEPLE_GENERATED}/bitmeeple/games/${game}/shipped.hpp)
  list(APPEND inputs ${PROJECT_SOURCE_DIR}/python/bitmeeple/games/${game}/data.json
                     ${PROJECT_SOURCE_DIR}/python/bitmeeple/games/${game}/loader.py
                     ${PROJECT_SOURCE_DIR}/python/bitmeeple/games/${game}/interface.py)
endforeach()
add_custom_command(
  OUTPUT ${generated}
  COMMAND ${Python_EXECUTABLE} ${generator} ${BITMEEPLE_GENERATED} ${BITMEEPLE_GAMES}
  DEPENDS ${inputs}
  COMMENT "Generating the shipped tables"
  VERBATIM)
add_custom_target(bitmeeple_generated DEPENDS ${generated})
