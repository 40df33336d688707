// Renders the chart as Helm does, where Helm is not installed: with the template engine of Go, the functions of sprig,
// and those that Helm adds and the chart uses. Debian has both libraries. Usage: render <chart> [a.b=value ...]
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"github.com/ghodss/yaml"
)

type object = map[string]interface{}

// The files of the chart, as .Files.
type files struct{ chart string }

func (f files) Get(name string) (string, error) {
	data, err := os.ReadFile(filepath.Join(f.chart, name))
	return string(data), err
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(path string) object {
	data, err := os.ReadFile(path)
	check(err)
	var into object
	check(yaml.Unmarshal(data, &into))
	return into
}

// Gives a value as --set does. Only names that are there can be set, so that no test sets what no template reads.
func set(values object, name string, text string) {
	keys := strings.Split(name, ".")
	last := len(keys) - 1
	for _, key := range keys[:last] {
		inside, ok := values[key].(object)
		if !ok {
			check(errors.New("There is no value " + name))
		}
		values = inside
	}
	var value interface{}
	check(yaml.Unmarshal([]byte(text), &value))
	values[keys[last]] = value
}

func main() {
	folder := os.Args[1]
	values := read(filepath.Join(folder, "values.yaml"))
	for _, given := range os.Args[2:] {
		name, text, _ := strings.Cut(given, "=")
		set(values, name, text)
	}
	chart := read(filepath.Join(folder, "Chart.yaml"))

	all := template.New("").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	functions["toYaml"] = func(value interface{}) (string, error) {
		data, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(data), "\n"), err
	}
	all.Funcs(functions)
	paths, err := filepath.Glob(filepath.Join(folder, "templates", "*"))
	check(err)
	for _, path := range paths {
		data, err := os.ReadFile(path)
		check(err)
		_, err = all.New(filepath.Base(path)).Parse(string(data))
		check(err)
	}
	about := object{
		"Values":  values,
		"Chart":   object{"Name": chart["name"], "Version": chart["version"], "AppVersion": chart["appVersion"]},
		"Release": object{"Name": "shop", "Namespace": "default", "Service": "Helm"},
		"Files":   files{folder},
	}
	for _, path := range paths {
		if strings.HasSuffix(path, ".tpl") {
			continue
		}
		fmt.Println("---")
		check(all.ExecuteTemplate(os.Stdout, filepath.Base(path), about))
	}
}
